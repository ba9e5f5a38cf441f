# goqite: the id of a message is enough to delete, extend or free it, whoever holds it; it takes `queue` of this folder.
cd "$(mktemp -d)"
here=${1:?the folder of the adapter}
python3 - "$here" <<'END'
import json, shutil, subprocess, sys, time
here = sys.argv[1]
worker = subprocess.Popen([f"{here}/queue"], encoding="utf-8", stdin=-1, stdout=-1)
def ask(verb, item="", lease=60, **more):
    words = {"verb": verb, "item": item, "lease": lease, **more}
    print(json.dumps(words), file=worker.stdin, flush=True)
    return json.loads(worker.stdout.readline())
def opened(file, lease=60):
    return ask("open", lease=lease, file=file, schema=open(f"{here}/schema.sql").read()) or ask("put", "a")
item = opened("1.db") and ask("take")
print("given back, then extended, error:", ask("give_back", item) or ask("renew", item), "bob gets:", ask("take"))
print("given back, then deleted, error:", ask("give_back", item) or ask("finish", item), "bob gets:", ask("take"))
item = opened("2.db") and ask("take")
for who in ("bob", "cid"): print(f"ann gives it back, {who} gets it:", ask("give_back", item) or ask("take") == item)
item = opened("3.db", lease=1) and ask("take", lease=1)
time.sleep(1.2)
print("bob gets what ann held:", ask("take", lease=1) == item)
time.sleep(0.7)
print("ann extends it, error:", ask("renew", item, lease=1))
time.sleep(0.7)
print("bob's timeout has passed; cid gets", ask("take"))
item = opened("4.db")
for end in ("", "-wal"): shutil.copy(f"4.db{end}", f"copy.db{end}")
print("ann takes it, and bob in the copy:", ask("take") == item, ask("open", file="copy.db") or ask("take") == item)
print("ann deletes it there, error:", ask("finish", item))
END
