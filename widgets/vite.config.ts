import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SHARED =
  /(node_modules[\\/](nanostores)|src[\\/](domain[\\/](addToCart|availability|cartLabel|money|productType|quantity|variant)\.|state[\\/](?!refresh|changes)|text[\\/](text|catalogue[\\/]shop)\.|client[\\/](call|cart|failure)\.|platform[\\/](go|siteUser|storage|tell)\.|pageData\.))/;
// The widgets of one product start together: one chunk packs better than six.
const PRODUCT = /src[\\/]product[\\/](?!ProductAlert|Installments|Scarcity|QuickView)/;

// A group takes what it names and no more: what the loader needs stays with the loader.
const alone = { includeDependenciesRecursively: false };

/** Our own short helper for imports; the tracker's later parts have no style sheets to wait for: a plain import. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (!source.includes('preload-helper')) return null;
    return importer && TRACKER.test(importer) ? PLAIN_IMPORT : PRELOAD;
  },
  load: (id) => (id === PLAIN_IMPORT ? 'export const __vitePreload = (load) => load();' : null),
};
const PLAIN_IMPORT = '\0plain-import';
const PRELOAD = fileURLToPath(new URL('src/islands/preload.ts', import.meta.url));
const TRACKER = /src[\\/]track(er|ing)/;
const TRACKER_PART = /(tracker|later)-/;
// Every widget comes together with `mount`: what that one fetches is named once, not with each of them.
const MOUNT = /mount-/;
const WITH_MOUNT = /(react|rolldown-runtime|shop|census|loader)-/;

/**
 * What scripts of templates call (`src/shim`) is there before they are: each part is a plain script, not a module, for a
 * module would wait until the page is read. Its names stay its own, and it may share no file with another part.
 */
const PARTS = ['features', 'pictures', 'yui', 'squarespace', 'modules'];
const plainScripts: Plugin = {
  name: 'plain-scripts',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !/src[\\/]shim[\\/]/.test(chunk.facadeModuleId ?? '')) continue;
      if (chunk.imports.length + chunk.dynamicImports.length + chunk.exports.length > 0)
        this.error(`${chunk.name} of the shim shares a file with another part`);
      chunk.code = `(()=>{"use strict";\n${chunk.code}\n})();\n`;
      if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;
    }
  },
};

/** While somebody works on the widgets the editor's files stay where they are, and in the one manifest. */
const MANIFEST = 'dist/.vite/manifest.json';
const keepsEditor = (): Plugin => {
  let kept: [string, unknown][] = [];
  const manifest = (): Record<string, unknown> => {
    try {
      return JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, unknown>;
    } catch {
      return {}; // there is none before the first build
    }
  };
  return {
    name: 'keeps-editor',
    buildStart() {
      kept = this.meta.watchMode
        ? Object.entries(manifest()).filter(([name]) => /^(editor:|src\/editor\/)/.test(name))
        : [];
    },
    closeBundle() {
      if (kept.length > 0)
        writeFileSync(MANIFEST, `${JSON.stringify({ ...Object.fromEntries(kept), ...manifest() }, null, 2)}\n`);
    },
  };
};

// The visitor's islands, and the tracker and the consent banner, which share no file with them.
// The generator reads `.vite/manifest.json`: entries `src/main.ts`, `src/tracker.ts` and `src/consent.ts`, their `file` and `css`; and
// `src/styles/gallery.css`, which only pages with a gallery link; and `src/shim/*.ts`, which only pages of templates whose
// scripts name what is in them load.
export default defineConfig({
  plugins: [react(), plainImports, plainScripts, keepsEditor()],
  // Relative addresses: a site may live under any path, and the files may be served from any host.
  base: './',
  // public/ holds only the mock's service worker, for Storybook.
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, chunks, { hostId }) =>
        TRACKER_PART.test(hostId) ? [] : MOUNT.test(file) ? chunks : chunks.filter((chunk) => !WITH_MOUNT.test(chunk)),
    },
    cssCodeSplit: true,
    // For the shop's API alone, which shows its owner where an error was written: no file names them, and no site gets them.
    sourcemap: 'hidden',
    rolldownOptions: {
      // A constant that several parts know is written into each: no file is fetched for a name.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      input: {
        loader: 'src/main.ts',
        tracker: 'src/tracker.ts',
        consent: 'src/consent.ts',
        gallery: 'src/styles/gallery.css',
        ...Object.fromEntries(PARTS.map((part) => [`shim-${part}`, `src/shim/${part}.ts`])),
      },
      preserveEntrySignatures: false,
      output: {
        sourcemapExcludeSources: true,
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: 'c/[name]-[hash].js',
        assetFileNames: 'c/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What nearly every widget needs. Not what the loader or the list of chunks need: they come before any touch.
            { ...alone, name: 'shop', priority: 1, test: SHARED },
            { ...alone, name: 'product', test: PRODUCT },
            // What says no: alerts and questions; the shop's refusals, which no form needs.
            { ...alone, name: 'dialog', test: /src[\\/](ui[\\/](Button|Dialog|Alert)|ui[\\/]useListener)/ },
            { ...alone, name: 'refusals', test: /src[\\/](text[\\/]problem|client[\\/]failureText)\./ },
            // What every field needs, in a form, a checkout or a sign-up.
            {
              ...alone,
              name: 'fields',
              test: /src[\\/](ui[\\/]Field|text[\\/]formProblem|domain[\\/](blank|email)\.)/,
            },
            { ...alone, name: 'census', priority: 1, test: /src[\\/](client[\\/]census|platform[\\/]cookies)/ },
          ],
        },
      },
    },
  },
});
