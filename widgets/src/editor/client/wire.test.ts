import type { components } from '../../contract/editor.gen.ts';
import type { WireChange } from '../core/change.ts';
import type { CollectionPage, FileAnswer, ServerEvent, Site, WireConflict } from './wire.ts';

type Schemas = components['schemas'];

/** What the editor reads is what its server says: this file does not compile when one of them changes alone. */
const reads = {
  site: (answer: Schemas['SiteAnswer']): Pick<Site, 'title' | 'crumb' | 'previewUrl' | 'role' | 'collections'> =>
    answer,
  page: (
    answer: Schemas['CollectionPage'],
  ): Pick<CollectionPage['items'][number], 'path' | 'title' | 'url' | 'status'>[] => answer.items,
  file: (answer: Schemas['FileAnswer']): Pick<FileAnswer, 'path' | 'digest'> => answer,
  conflict: (answer: Schemas['ConflictAnswer']): Pick<WireConflict, 'path' | 'pointer'>[] => answer.conflicts,
  event: (answer: Schemas['Event']): Pick<ServerEvent, 'kind' | 'id'> => answer,
  change: (change: WireChange): Pick<Schemas['Change'], 'path'> => change,
};

test('the editor and its server speak of the same', () => {
  expect(Object.keys(reads)).toHaveLength(6);
});
