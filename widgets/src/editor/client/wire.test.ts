import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { components, paths } from '../../contract/editor.gen.ts';
import type { WireChange } from '../core/change.ts';
import type {
  ChangeAnswer,
  CollectionPage,
  FileAnswer,
  PublishPlan,
  ServerEvent,
  Site,
  Upload,
  UploadPage,
  WireConflict,
} from './wire.ts';

type Schemas = components['schemas'];

/** What the editor reads is what its server says: this file does not compile when one of them changes alone. */
const reads = {
  site: (
    answer: Schemas['SiteAnswer'],
  ): Pick<Site, 'title' | 'crumb' | 'previewUrl' | 'role' | 'features' | 'multilingual' | 'targets'> => answer,
  template: (
    answer: Schemas['TemplateSummary'],
  ): Pick<Site['template'], 'name' | 'author' | 'layouts' | 'navigations' | 'types' | 'files'> => answer,
  collection: (answer: Schemas['CollectionSummary']): Omit<Site['collections'][number], 'itemLimit'> => answer,
  page: (answer: Schemas['CollectionPage']): Omit<CollectionPage['items'][number], 'assetUrl' | 'access'>[] =>
    answer.items,
  file: (answer: Schemas['FileAnswer']): Pick<FileAnswer, 'path' | 'digest' | 'kind'> => answer,
  changed: (answer: Schemas['ChangeAnswer']): Pick<ChangeAnswer['files'][number], 'path' | 'merged'>[] => answer.files,
  conflict: (answer: Schemas['ConflictAnswer']): Pick<WireConflict, 'path' | 'pointer'>[] => answer.conflicts,
  event: (answer: Schemas['Event']): Pick<ServerEvent, 'kind' | 'id'> => answer,
  upload: (answer: Schemas['Upload']): Pick<Upload, 'path' | 'url' | 'name' | 'size' | 'type' | 'updatedOn'> => answer,
  uploads: (answer: Schemas['UploadPage']): Pick<UploadPage, 'total'> => answer,
  plan: (answer: Schemas['PublishPlan']): Pick<PublishPlan, 'target' | 'files' | 'bytes'> => answer,
  change: (change: WireChange): Pick<Schemas['Change'], 'path'> => change,
};

test('the editor and its server speak of the same', () => {
  expect(Object.keys(reads).length).toBeGreaterThan(10);
});

const ROOT = '/config/api/';
const HERE = join(__dirname, '..');

/** Every source file of the editor. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : sources(path);
    return /(?<!\.test|\.stories)\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

test('every call of the editor is one that its server answers', () => {
  const document = JSON.parse(readFileSync(join(HERE, '../../../generator/editor.openapi.json'), 'utf8')) as {
    paths: Record<keyof paths, Record<string, unknown>>;
  };
  const answered = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(ROOT.length)}`),
    ),
  );
  const called = new Set<string>();
  for (const text of sources(HERE)) {
    for (const [, method, path] of text.matchAll(/\b(?:ask|send)(?:<[^(]*>)?\(\s*'([A-Z]+)',\s*'([\w/]+)'/g))
      called.add(`${method} ${path}`);
    for (const [, method, path] of text.matchAll(/\.open\('([A-Z]+)', addressOf\('([\w/]+)'/g))
      called.add(`${method} ${path}`);
    for (const [, path] of text.matchAll(/new EventSource\('\/config\/api\/([\w/]+)'\)/g)) called.add(`GET ${path}`);
  }
  expect(called.size).toBeGreaterThan(12);
  expect([...called].filter((call) => !answered.has(call))).toEqual([]);
  // And what the server answers somebody asks; `render` is for other programs.
  expect([...answered].filter((call) => !called.has(call))).toEqual(['POST render']);
});
