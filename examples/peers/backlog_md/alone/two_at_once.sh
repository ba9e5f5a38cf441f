# Backlog.md: two agents that mark a task as theirs at one moment are both told that it is done.
cd "$(mktemp -d)"
backlog init core --defaults --no-git --integration-mode none </dev/null >/dev/null
backlog task create a --plain </dev/null >/dev/null
for who in ann bob; do
  (backlog task edit 1 -s "In Progress" -a "@$who" --plain </dev/null >/dev/null; echo "$who: exit code $?") &
done
wait
backlog task view 1 --plain </dev/null | grep Assignee
