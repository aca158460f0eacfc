// Starts the language server, and names its commands.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const COMMANDS = ["open", "showValue", "pinValue", "writeDefault"];

let client;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("noise-playground");
  const server = { command: settings.get("command"), args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "wgsl", scheme: "file" }],
    initializationOptions: { hints: settings.get("hints") },
  };
  client = new LanguageClient("noise-playground", "Playground", server, options);
  for (const name of COMMANDS) {
    const run = () => execute(`playground.${name}`);
    context.subscriptions.push(vscode.commands.registerCommand(`noise-playground.${name}`, run));
  }
  await client.start();
}

// Passes the file and the cursor of the active editor.
async function execute(command) {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const place = [
    client.code2ProtocolConverter.asUri(editor.document.uri),
    client.code2ProtocolConverter.asPosition(editor.selection.active),
  ];
  try {
    await client.sendRequest("workspace/executeCommand", { command, arguments: place });
  } catch (error) {
    vscode.window.showErrorMessage(`Playground: ${error.message}`);
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
