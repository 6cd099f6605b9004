# What the fake app servers have in common; each sources this. Ids of requests count from 1, in a fixed order.
hear() { IFS= read -r heard || exit 0; }
say() { printf '%s\n' "$1"; }
handshake() { hear; say '{"id":1,"result":{"userAgent":"fake/0.171.0 (a test)"}}'; hear; }
thread() { hear; say '{"id":2,"result":{"thread":{"id":"t-1"}}}'; }
turn() { hear; say '{"id":3,"result":{"turn":{"id":"u-1"}}}'; }
item() { say '{"method":"item/'"$1"'","params":{"threadId":"t-1","turnId":"u-1","item":'"$2"'}}'; }
answer() { item completed '{"type":"agentMessage","id":"m-1","text":"{}","phase":null}'; }
end() { say '{"method":"turn/completed","params":{"threadId":"t-1","turn":{"id":"u-1","status":"'"$1"'","items":[],"error":null}}}'; }
# Until stdin ends.
wait_for_eof() { while IFS= read -r heard; do :; done; }
COMMAND='{"type":"commandExecution","id":"c-1","command":"ls","status":"inProgress"}'
