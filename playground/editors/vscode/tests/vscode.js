// Stands in for VS Code: keeps the listeners and providers of the extension, which tests call.
"use strict";

const { pathToFileURL, fileURLToPath } = require("node:url");

const listeners = new Map();
const providers = new Map();
const commands = new Map();
const diagnostics = new Map();
const errors = [];
const documents = [];

class Disposable {
  dispose() {}
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents, range });
  }
}

class MarkdownString {
  constructor(value = "") {
    this.value = value;
  }
}

class Uri {
  static file(path) {
    return Uri.parse(pathToFileURL(path).href);
  }

  static parse(href) {
    const uri = new Uri();
    return Object.assign(uri, { href, scheme: href.split(":")[0], fsPath: fileURLToPath(href) });
  }

  toString() {
    return this.href;
  }
}

class EventEmitter {
  #listeners = [];
  event = (listener, owner) => this.#listeners.push(listener.bind(owner));

  fire(event) {
    this.#listeners.forEach((listener) => listener(event));
  }

  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}

// Other classes and enumerations of the interface have no behavior here.
function withDefaults(known, create) {
  return new Proxy(known, {
    get: (target, name) => (typeof name === "symbol" ? undefined : (target[name] ??= create(name))),
  });
}

// `onDid…` keeps a listener, `register…` a provider, which comes after the selector if there is one.
function member(name) {
  if (!/^(on|register)/.test(name)) return () => new Disposable();
  return (...given) => {
    if (name.startsWith("on")) listeners.set(name, [...(listeners.get(name) ?? []), given[0].bind(given[1])]);
    else providers.set(name, given.find((value) => typeof value === "object" && !Array.isArray(value)));
    return new Disposable();
  };
}

class Kind {
  append() {
    return this;
  }
}

const vscode = {
  Disposable, Position, Range, Diagnostic, Hover, MarkdownString, Uri, EventEmitter, CancellationTokenSource,
  CodeActionKind: new Proxy({}, { get: () => new Kind() }),
  version: "1.82.0",
  env: { appName: "VS Code of the tests", language: "en" },
  workspace: withDefaults({
    textDocuments: documents,
    notebookDocuments: [],
    workspaceFolders: [],
    settings: {},
    getConfiguration: () => ({ get: (name, value) => vscode.workspace.settings[name] ?? value, inspect() {} }),
    getWorkspaceFolder() {},
  }, member),
  window: withDefaults({
    tabGroups: { all: [], onDidChangeTabs: () => new Disposable() },
    createOutputChannel: () => ({ append() {}, appendLine() {}, clear() {}, show() {}, dispose() {} }),
    showErrorMessage: async (message) => { errors.push(message); },
    withProgress: async (options, task) => task({ report() {} }, new CancellationTokenSource().token),
  }, member),
  languages: withDefaults({
    match: (selector, document) => (document.languageId === "wgsl" ? 10 : 0),
    createDiagnosticCollection: () => ({
      set: (uri, found) => diagnostics.set(uri.toString(), found ?? []),
      delete: (uri) => diagnostics.delete(uri.toString()),
      clear() {},
      dispose() {},
    }),
  }, member),
  commands: {
    registerCommand(name, run) {
      commands.set(name, run);
      return new Disposable();
    },
  },
};

module.exports = withDefaults(vscode, () => class {});
Object.assign(module.exports, { testing: { listeners, providers, commands, diagnostics, errors, documents } });
