# agentplan: a ticket that nobody could claim is done while one that it depends on is open.
export HOME=$(mktemp -d)
cd "$HOME"
agentplan create core
agentplan ticket add core a
agentplan ticket add core b --depends 1
agentplan ticket done core 2
agentplan ticket list core
