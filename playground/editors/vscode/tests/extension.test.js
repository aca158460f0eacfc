// Tests of the extension with the real language client and the real server, in $PLAYGROUND.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");

const load = Module._load;
Module._load = (name, ...rest) => load(name === "vscode" ? path.join(__dirname, "vscode.js") : name, ...rest);
const vscode = require("vscode");
const extension = require("../extension.js");

const { listeners, providers, commands, diagnostics, errors, documents } = vscode.testing;
const RIGHT = "fn height(p: vec2f) -> f32 { return p.x; }\n";

let folder;
let open;

// A document that is open in the editor.
class Document {
  constructor(file, text) {
    Object.assign(this, { uri: vscode.Uri.file(file), languageId: "wgsl", version: 1, text, isClosed: false });
  }

  getText() {
    return this.text;
  }

  // Replaces a text that is in the first line, as a keystroke does.
  edit(old, text) {
    const at = this.text.indexOf(old);
    const range = new vscode.Range(new vscode.Position(0, at), new vscode.Position(0, at + old.length));
    this.text = this.text.replace(old, text);
    this.version += 1;
    const contentChanges = [{ range, rangeOffset: at, rangeLength: old.length, text }];
    return fire("onDidChangeTextDocument", { document: this, contentChanges });
  }
}

async function fire(name, event) {
  for (const listener of listeners.get(name)) await listener(event);
}

async function until(what, condition) {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, what);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

before(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "playground-")));
  process.env.XDG_RUNTIME_DIR = folder;
  const file = path.join(folder, "a b.wgsl");
  fs.writeFileSync(file, RIGHT);
  vscode.workspace.settings = { command: process.env.PLAYGROUND, hints: true };
  open = new Document(file, RIGHT);
  documents.push(open);
  vscode.window.activeTextEditor = {
    document: open,
    selection: { active: new vscode.Position(0, RIGHT.indexOf("height")) },
  };
  await extension.activate({ subscriptions: [] });
});

after(async () => {
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("diagnostics come and go with the text, without a save", async () => {
  const found = () => diagnostics.get(open.uri.toString()) ?? [];
  await open.edit("p.x", "q.x");
  await until("an error", () => found().length === 1);
  assert.match(found()[0].message, /no definition in scope for identifier: `q`/);
  assert.strictEqual(found()[0].source, "playground");
  await open.edit("q.x", "p.y");
  await until("no error", () => found().length === 0);
  assert.strictEqual(fs.readFileSync(open.uri.fsPath, "utf8"), RIGHT);
});

test("hover explains the name at the pointer", async () => {
  const provider = providers.get("registerHoverProvider");
  const place = new vscode.Position(0, open.text.indexOf("vec2f"));
  const token = new vscode.CancellationTokenSource().token;
  const hover = await provider.provideHover(open, place, token);
  const text = [hover.contents].flat().map((part) => part.value).join("");
  assert.match(text, /Two numbers of type f32/);
});

test("commands of the palette reach the server, and its reasons are shown", async () => {
  const { contributes } = require("../package.json");
  const names = contributes.commands.map(({ command }) => command);
  assert.deepStrictEqual([...commands.keys()].filter((name) => name.startsWith("noise-")).sort(), names.sort());
  await commands.get("noise-playground.showValue")();
  assert.deepStrictEqual(errors, ["Playground: no window has this folder open"]);
});
