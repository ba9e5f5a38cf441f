# agentplan: where local time is ahead of UTC, a claim's timeout lasts longer by that difference.
for zone in UTC FAR-05:45; do
  export TZ=$zone HOME=$(mktemp -d)
  cd "$HOME"
  agentplan create core
  agentplan ticket add core a
  agentplan claim core --agent ann --timeout 1
  sleep 3
  agentplan claim core --agent bob
done
