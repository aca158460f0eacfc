"""A language server that stands in for wgsl-analyzer: columns in UTF-16, one hover, one completion."""

import json
import sys

CAPABILITIES = {
    "positionEncoding": "utf-16",
    "textDocumentSync": 1,
    "hoverProvider": True,
    "completionProvider": {},
}
RESULTS = {
    "initialize": {"capabilities": CAPABILITIES},
    "textDocument/hover": {"contents": "Hover of the other server"},
    "textDocument/completion": [{"label": "twofold"}],
}

while header := sys.stdin.buffer.readline():
    length = int(header.split(b":")[1])
    sys.stdin.buffer.readline()
    message = json.loads(sys.stdin.buffer.read(length))
    if "id" in message:
        result = RESULTS.get(message["method"])
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        sys.stdout.buffer.flush()
