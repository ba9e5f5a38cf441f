"""The archive of the vectors of an edition, for projects that keep a copy of them.

The same vectors always make the same archive: nothing in it depends on the time or the machine.
"""

import gzip
import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from tarfile import TarFile, TarInfo

from conformance.vectors.reading import INDEX, SCHEMA
from conformance.vectors.vector import Vector
from conformance.vectors.writing import file_of, index_text, schema_text, vector_text
from spec.editions import Edition

MANIFEST = "manifest.json"
FORMAT = "planspec vector archive 1"


def write_archive(file: Path, vectors: Sequence[Vector], edition: Edition) -> str:
    """Write an archive and return its SHA-256."""
    data = archive(vectors, edition)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return sha256(data).hexdigest()


def archive(vectors: Sequence[Vector], edition: Edition) -> bytes:
    """Return vectors, their index and schema, and a manifest as a compressed tar archive."""
    texts = {file_of(vector): vector_text(vector) for vector in vectors}
    texts |= {INDEX: index_text(vectors, edition), SCHEMA: schema_text()}
    texts[MANIFEST] = manifest(texts, len(vectors), edition)
    packed = BytesIO()
    with (
        gzip.GzipFile("", "wb", mtime=0, fileobj=packed) as stream,
        TarFile(fileobj=stream, mode="w") as files,
    ):
        for name in sorted(texts):
            data = texts[name].encode()
            member = TarInfo(f"planspec-vectors-{edition.name}/{name}")
            member.size = len(data)
            files.addfile(member, BytesIO(data))
    return packed.getvalue()


def manifest(texts: dict[str, str], count: int, edition: Edition) -> str:
    """Return what an archive holds: its edition, the version, and a checksum of every file."""
    sums = {name: sha256(texts[name].encode()).hexdigest() for name in sorted(texts)}
    held = {
        "format": FORMAT,
        "edition": edition.name,
        "planspec": version("planspec"),
        "vectors": count,
        "sha256": sums,
    }
    return json.dumps(held, indent=2) + "\n"
