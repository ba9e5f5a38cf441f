# agentplan: an agent whose claim was in a store that is restored, or made anew, finishes the ticket of another.
export HOME=$(mktemp -d)
cd "$HOME"
agentplan create core
agentplan ticket add core a
cp -r .agentplan copy
agentplan claim core --agent ann
for store in restored new; do
  rm -r .agentplan
  if [ $store = restored ]; then
    cp -r copy .agentplan
  else
    agentplan create core
    agentplan ticket add core a
  fi
  agentplan claim core --agent bob
  agentplan ticket done core 1 --agent ann
  echo "$store: exit code $?"
  agentplan ticket list core
done
