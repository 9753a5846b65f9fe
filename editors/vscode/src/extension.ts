// Starts `loggia lsp` for the templates of the open folders. Everything that is known of templates is in the command.
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';

const ENDINGS = '{region,block,list,item,page,jsont,html,conf,json}';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('loggia.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('loggia')) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('loggia');
  const command = settings.get<string>('path')?.trim() || 'loggia';
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: 'file', language: 'json-template' },
      { scheme: 'file', pattern: `**/*.${ENDINGS}` },
    ],
    initializationOptions: { checkOnSave: settings.get<boolean>('checkOnSave', true) },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher(`**/*.${ENDINGS}`) },
  };
  const started = new LanguageClient('loggia', 'Loggia', server, options);
  client = started;
  try {
    await started.start();
  } catch (error) {
    if (client === started) client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const choice = await vscode.window.showErrorMessage(
      `The command '${command}' could not be started as a language server: ${reason}. Set loggia.path to where it is.`,
      'Open settings',
    );
    if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'loggia.path');
  }
}
