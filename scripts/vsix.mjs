// What is in a packed extension: its program, its grammars and its papers, and nothing else (S-506).
// usage: vsix.mjs FILE.vsix
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

const WANTED = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/dist/extension.js',
  'extension/language-configuration.json',
  'extension/package.json',
  'extension/readme.md',
  'extension/syntaxes/injection.tmLanguage.json',
  'extension/syntaxes/json-template.tmLanguage.json',
];
const LARGEST = 200_000;

const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: vsix.mjs FILE.vsix');
  process.exit(2);
}
const faults = [];
const read = (name) =>
  execFileSync('unzip', ['-p', file, name.replace(/[[\]]/g, '\\$&')], { encoding: 'utf8', maxBuffer: 1 << 26 });
const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n').sort();
for (const name of WANTED) if (!names.includes(name)) faults.push(`${name} is missing`);
for (const name of names) if (!WANTED.includes(name)) faults.push(`${name} does not belong there`);
if (statSync(file).size > LARGEST) faults.push(`${statSync(file).size} bytes are more than ${LARGEST}`);
if (faults.length === 0) {
  const about = JSON.parse(read('extension/package.json'));
  const endings = about.contributes.languages.flatMap((language) => language.extensions ?? []);
  for (const ending of ['.region', '.block', '.list', '.item', '.page', '.jsont']) {
    if (!endings.includes(ending)) faults.push(`no language has the ending ${ending}`);
  }
  for (const { path } of about.contributes.grammars) {
    const name = `extension/${path.replace('./', '')}`;
    if (!names.includes(name)) faults.push(`the grammar ${path} is missing`);
    else JSON.parse(read(name));
  }
  const program = read('extension/dist/extension.js');
  // Everything that it asks for besides is part of the editor or of Node.
  const asked = new Set([...program.matchAll(/require\((["'`])([^"'`]+)\1\)/g)].map(([, , name]) => name));
  const own = new Set((await import('node:module')).builtinModules);
  for (const name of asked) {
    if (name !== 'vscode' && !own.has(name.replace('node:', '')))
      faults.push(`extension.js asks for ${name}, which is not there`);
  }
  if (!program.includes('"lsp"') && !program.includes('`lsp`') && !program.includes("'lsp'"))
    faults.push('extension.js does not start the language server');
}
if (faults.length) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${file}: ${names.length} files, ${statSync(file).size} bytes`);
