# goqite: a worker whose timeout has passed deletes a message that another has received; it takes `queue` of this folder.
cd "$(mktemp -d)"
here=${1:?the folder of the adapter}
python3 - "$here" <<'END'
import json, subprocess, sys, time
here = sys.argv[1]
def worker():
    return subprocess.Popen([f"{here}/queue"], encoding="utf-8", stdin=-1, stdout=-1)
def ask(who, **words):
    print(json.dumps({"lease": 1, **words}), file=who.stdin, flush=True)
    return json.loads(who.stdout.readline())
ann, bob = worker(), worker()
ask(ann, verb="open", file="queue.db", schema=open(f"{here}/schema.sql").read())
ask(bob, verb="open", file="queue.db")
ask(ann, verb="put", item="a")
item = ask(ann, verb="take")
time.sleep(1.5)
print("bob receives", ask(bob, verb="take") == item)
print("ann deletes it, error:", ask(ann, verb="finish", item=item))
time.sleep(1.5)
print("bob did not delete it; the queue now has", ask(bob, verb="take"))
END
