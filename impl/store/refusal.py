"""How an operation's function says no: an exception, so that the transaction rolls back."""

from spec.vocabulary.rejections import Rejected


class Refused(Exception):
    """An operation was refused. The store rolls back and answers `rejected`."""

    def __init__(self, rejected: Rejected) -> None:
        super().__init__(rejected)
        self.rejected = rejected
