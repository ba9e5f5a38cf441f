package main

// rejection is the refusal of an operation, which has then changed nothing.
type rejection struct {
	code, reason string
	details      fields
}

func (r *rejection) Error() string {
	return r.code + " " + r.reason
}

func reject(code, reason string, details fields) error {
	return &rejection{code, reason, details}
}

func unknownStep(anchor string) error {
	return reject("E047", "unknown_step", fields{"step": anchor})
}

func notClaimed(anchor, status string) error {
	return reject("E050", "not_claimed", fields{"step": anchor, "status": status})
}

func ownershipViolation(anchor, holder, caller string) error {
	return reject("E049", "ownership_violation",
		fields{"step": anchor, "holder": holder, "caller": caller})
}

func staleClaim(given *int64, holder *string, claimedAt *int64) error {
	return reject("E049", "stale_claim",
		fields{"given": given, "holder": holder, "claimed_at": claimedAt})
}
