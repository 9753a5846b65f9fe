import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const FOLDER = 'dist/editor';
const ENTRY = 'src/editor/main.tsx';
/** What keeps the last orders on a device: it is served by itself, so that it imports nothing. */
const WORKER = 'src/editor/worker.ts';

type Chunk = {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
  [key: string]: unknown;
};
type Manifest = Record<string, Chunk>;
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/** The worker comes from an address of its own: what it imported would be looked for beside that, and it would never start. */
const aloneWorker: Plugin = {
  name: 'alone-worker',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.facadeModuleId?.endsWith(WORKER)) continue;
      const imported = [...file.imports, ...file.dynamicImports];
      if (imported.length > 0)
        this.error(`${WORKER} imports ${imported.join(', ')}: what it shares with others it has itself`);
    }
  },
};

/**
 * Puts the editor's files into the one manifest that the generator reads, under names that no visitor's chunk has: the
 * generator publishes what visitors need, and serves the rest under /config alone.
 */
const oneManifest: Plugin = {
  name: 'one-manifest',
  closeBundle() {
    const key = (name: string) => (name === ENTRY || name === WORKER ? name : `editor:${name}`);
    const path = (file: string) => `editor/${file}`;
    const own = Object.entries(read(`${FOLDER}/.vite/manifest.json`)).map(([name, chunk]) => {
      const moved: Chunk = { ...chunk, file: path(chunk.file) };
      for (const list of ['css', 'assets'] as const) if (chunk[list]) moved[list] = chunk[list].map(path);
      for (const list of ['imports', 'dynamicImports'] as const) if (chunk[list]) moved[list] = chunk[list].map(key);
      return [key(name), moved] as const;
    });
    const whole = { ...read('dist/.vite/manifest.json'), ...Object.fromEntries(own) };
    writeFileSync('dist/.vite/manifest.json', `${JSON.stringify(whole, null, 2)}\n`);
    rmSync(`${FOLDER}/.vite`, { recursive: true });
  },
};

/**
 * React Aria brings its few words (“Drag”, “Selected”) in thirty languages, all of them at once: everybody would carry
 * what nobody reads. They stay English; the editor's own words come in a file for each language, when it is read.
 */
const LANGUAGES = ['en-US'];
const ownLanguages: Plugin = {
  name: 'own-languages',
  enforce: 'pre',
  load(id) {
    const [, language, ending] = /[\\/]intl[\\/][\w-]+[\\/]([a-z]{2}-[A-Z]{2})\.(m?js)$/.exec(id) ?? [];
    return language && !LANGUAGES.includes(language) ? `export { default } from './${LANGUAGES[0]}.${ending}';` : null;
  },
};

// The owner's editor: a build of its own after the visitor's, so that no chunk of theirs changes with it.
export default defineConfig({
  plugins: [react(), ownLanguages, aloneWorker, oneManifest],
  base: './',
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: FOLDER,
    manifest: true,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    rolldownOptions: {
      input: { editor: ENTRY, worker: WORKER },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: 'c/[name]-[hash].js',
        assetFileNames: 'c/[name]-[hash][extname]',
      },
    },
  },
});
