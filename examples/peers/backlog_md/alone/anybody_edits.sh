# Backlog.md: whoever names a task edits it: it is taken, finished and given back by who does not hold it.
cd "$(mktemp -d)"
mkdir store
cd store
edit() { backlog task edit 1 "$@" --plain </dev/null >/dev/null; echo "$*: exit code $?"; }
new() {
  backlog init core --defaults --no-git --integration-mode none </dev/null >/dev/null
  backlog task create a --plain </dev/null >/dev/null
}
new
cp -r backlog ../copy
edit -s "In Progress" -a @ann
edit -s "In Progress" -a @bob
echo "ann, who has it no more, finishes it, and cid takes what is done:"
edit -s Done
edit -s "In Progress" -a @cid
echo "ann gives it back, and finishes what nobody holds:"
edit -s "To Do" -a ""
edit -s Done
for store in restored new; do
  rm -r backlog
  if [ $store = restored ]; then cp -r ../copy backlog; else new; fi
  echo "$store: bob takes it, and ann, who had it before, finishes it:"
  edit -s "In Progress" -a @bob
  edit -s Done
done
