import { HttpResponse, http } from 'msw';
import type { Site, Upload } from '../client/wire.ts';
import type { WireChange } from '../core/change.ts';
import { apply } from '../core/edit.ts';
import { FIELD_TYPES, FIELDSETS } from '../core/formSchema.ts';
import { at, type Json, listAt, same, textAt } from '../core/json.ts';
import type { Tool } from '../core/role.ts';

/** A site folder and its server in memory: enough of the rules to show every state in stories and tests. */
export type MockSite = ReturnType<typeof mockSite>;

const ROOT = '*/config/api';
const CURRENCY = { currency: 'USD' };

export const SITE_JSON: Json = {
  website: { siteTitle: 'Corner Shop', timeZone: 'America/New_York' },
  websiteSettings: { storeSettings: CURRENCY },
  navigation: {
    mainNav: [
      { title: 'Shop', url: '/shop' },
      { title: 'More', folder: true, items: [{ title: 'About', url: '/about' }] },
      { title: 'Blog', url: '/blog' },
    ],
  },
};

const FILES: Record<string, Json> = {
  'site.json': SITE_JSON,
  'content/about/collection.json': {
    id: 'about',
    title: 'About us',
    urlId: 'about',
    type: 10,
    rows: [
      { columns: [{ span: 12, blocks: [{ type: 2, value: { html: '<p>We bake.</p>' } }] }] },
      {
        columns: [
          { span: 6, blocks: [{ type: 53, value: { text: 'To the shop', url: '/shop' } }] },
          { span: 6, blocks: [{ type: 8, variant: 1000, value: { images: [] } }] },
        ],
      },
    ],
  },
  'content/blog/collection.json': { id: 'blog', title: 'Blog', urlId: 'blog', type: 1, typeName: 'blog' },
  'content/shop/collection.json': { id: 'shop', title: 'Shop', urlId: 'shop', type: 13, typeName: 'products' },
  'content/blog/first.json': {
    id: 'first',
    title: 'The first loaf',
    urlId: 'first',
    recordType: 1,
    status: 'Draft',
    tags: ['Mug', 'bread'],
    categories: ['News'],
    excerpt: '<p>Short.</p>',
    body: '<p>Bread is <strong>good</strong>.</p>',
  },
  'content/blog/second.md': {
    title: 'The second loaf',
    tags: ['rye'],
    bodyFormat: 'markdown',
    body: 'Bread with **seeds**.\n\n| flour | salt |\n|---|---|\n| 500 g | 10 g |\n',
  },
  'content/shop/mug.json': {
    id: 'mug',
    title: 'Mug',
    name: 'Mug',
    urlId: 'mug',
    recordType: 11,
    structuredContent: {
      productType: 1,
      variants: [{ sku: 'MUG', attributes: {}, optionValues: [], price: 1400, onSale: false, qtyInStock: 3 }],
    },
  },
  'forms/contact.json': {
    id: 'contact',
    name: 'Contact',
    buttonText: 'Send',
    fields: [{ id: 'name', type: 'text', title: 'Your name', required: true }],
  },
};

const uploaded = (name: string, size = 2048): Upload => ({
  path: `files/${name}`,
  url: `/files/${name}`,
  name,
  size,
  type: 'image/jpeg',
  width: 1200,
  height: 900,
  updatedOn: 0,
});

/** Every tool of the editor. */
const TOOLS = [
  'content',
  'design',
  'forms',
  'files',
  'commerce',
  'restock',
  'analytics',
  'moderation',
  'campaigns',
  'scheduling',
  'billing',
  'settings',
] as const satisfies readonly Tool[];

/** The roles of the sample's people, as the editor's server lists them. */
export const ROLES: Site['codes']['roles'] = [
  { code: 1, name: 'ADMIN' },
  { code: 2, name: 'BILLING' },
  { code: 3, name: 'REPORTING' },
  { code: 4, name: 'EDITOR' },
  { code: 6, name: 'MODERATOR' },
  { code: 7, name: 'COMMENTER' },
  { code: 8, name: 'STORE_MANAGER' },
  { code: 9, name: 'SCHEDULING' },
  { code: 10, name: 'VIEWER' },
  { code: 11, name: 'CAMPAIGNS_EDITOR' },
  { code: 12, name: 'SCHEDULING_VIEWER' },
  { code: 13, name: 'SCHEDULING_EDITOR' },
];

const CODES: Site['codes'] = {
  blockVariants: [],
  blocks: [],
  collectionTypes: [],
  currencies: ['USD', 'EUR'],
  features: [],
  fieldTypes: [],
  folderBehaviors: [],
  orderings: [],
  productTypes: [],
  recordTypes: [],
  roles: ROLES,
  slices: [],
  statuses: [],
  views: [],
};

export function siteAnswer(over: Partial<Site> = {}): Site {
  const collection = (folder: string, title: string, type: number, items: number) => ({
    folder,
    title,
    type,
    path: `content/${folder}/collection.json`,
    id: folder,
    urlId: folder,
    url: `/${folder}`,
    typeName: type === 13 ? 'products' : type === 10 ? 'page' : 'blog',
    ordering: 'chronological',
    isList: type !== 10,
    enabled: true,
    draft: false,
    passwordProtected: false,
    membersOnly: false,
    itemCount: items,
    status: 'published' as const,
  });
  return {
    title: 'Corner Shop',
    url: 'https://corner.example',
    previewUrl: 'http://site.localhost/?loggia-edit=pass',
    crumb: 'crumb-1',
    role: { codes: [1], tools: [...TOOLS], mayPublish: true, signedIn: false },
    features: {},
    languages: [{ tag: 'en-US', prefix: '' }],
    multilingual: false,
    limits: {
      blocks: 60,
      categories: 10_000,
      categoryLength: 25,
      orderedItems: 250,
      products: 200,
      tagLength: 50,
      tracks: 60,
      uploadBytes: 20_000_000,
      uploadSize: '20 MB',
      uploadTypes: [],
    },
    codes: CODES,
    template: {
      name: 'Arcade',
      author: 'Us',
      layouts: [{ key: 'default', name: 'Default', regions: ['site'] }],
      navigations: [{ name: 'mainNav', title: 'Main menu' }],
      tweaks: [
        { name: 'ink', kind: 'color', label: 'Ink', default: '#333333', options: [], category: 'Colors' },
        { name: 'text-font', kind: 'font', label: 'Text font', default: 'Georgia, serif', options: [] },
        { name: 'gap', kind: 'range', label: 'Gap', default: '16px', unit: 'px', min: 0, max: 40, options: [] },
        { name: 'rounded', kind: 'checkbox', label: 'Rounded', default: false, options: [] },
      ],
      types: [],
      files: ['template/site.region', 'template/styles/base.css'],
      blocks: [],
      areas: [{ id: 'footerBlocks', label: '', path: 'fields/footerBlocks.json' }],
    },
    collections: [
      collection('about', 'About us', 10, 0),
      collection('blog', 'Blog', 1, 1),
      collection('shop', 'Shop', 13, 1),
    ],
    navigation: (at(SITE_JSON, '/navigation') ?? {}) as Site['navigation'],
    fields: [],
    sections: [],
    redirects: [],
    forms: [{ id: 'contact', name: 'Contact', path: 'forms/contact.json' }],
    targets: ['local'],
    diagnostics: [],
    ...over,
  };
}

const digestOf = (value: unknown): string => {
  let hash = 7;
  for (const character of JSON.stringify(value)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return `d${hash}`;
};

export function mockSite(over: Partial<Site> = {}) {
  const files = new Map<string, Json | string>(Object.entries(FILES));
  files.set('template/site.region', '<main>{squarespace.main-content}</main>\n');
  files.set('template/styles/base.css', 'body { color: var(--ink); }\n');
  const uploads = [uploaded('oven.jpg', 1536), uploaded('loaf.jpg')];
  /** What came in, in order. */
  const changes: WireChange[] = [];
  const site = siteAnswer(over);
  /** What was deleted: each entry with its files, by their paths in the site. */
  const bin = new Map<string, Map<string, Json | string>>();
  /** What was published, the newest first. */
  let versions = [27, 26].map((day) => ({
    id: `202611${day}T090000000Z-a1b2c3`,
    publishedOn: Date.UTC(2026, 10, day, 9),
    live: day === 27,
    files: 12,
  }));

  function save(change: WireChange): Response | undefined {
    const there = files.get(change.path);
    if ('edits' in change) {
      if (there === undefined || typeof there === 'string')
        return HttpResponse.json({ code: 'missing', message: 'Unable to locate content' }, { status: 404 });
      // The file is another than the one that the edits were made on: each place must still hold what stood there.
      if (change.baseDigest !== digestOf(there))
        for (const edit of change.edits)
          if ('was' in edit && !same(at(there, edit.pointer), edit.was))
            return HttpResponse.json(
              {
                conflicts: [
                  {
                    path: change.path,
                    pointer: edit.pointer,
                    yours: 'value' in edit ? edit.value : null,
                    theirs: at(there, edit.pointer) ?? null,
                    digest: digestOf(there),
                    json: there,
                  },
                ],
              },
              { status: 409 },
            );
      files.set(change.path, apply(there, change.edits).document);
    } else if ('json' in change) files.set(change.path, change.json);
    else if ('text' in change) files.set(change.path, change.text);
    else if ('renameTo' in change && there !== undefined) {
      files.delete(change.path);
      files.set(change.renameTo, there);
    } else files.delete(change.path);
    changes.push(change);
    return undefined;
  }

  const handlers = [
    // The shop sells nothing of the sample yet: its files say what is in stock.
    // What happens in the shop is heard by tests of that alone.
    http.get('*/api/commerce/desk/events', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/commerce/customer-groups', () => HttpResponse.json({ groups: [] })),
    http.get('*/api/commerce/desk/mentions', () => HttpResponse.json({ unread: 0, mentions: [] })),
    http.get('*/api/commerce/desk/colleagues', () => HttpResponse.json({ colleagues: [] })),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json({ variants: [] })),
    http.get('*/api/commerce/desk/locations', () => HttpResponse.json({ locations: [] })),
    http.get('*/api/commerce/inventory/stocks', () => HttpResponse.json({ items: {} })),
    http.get(`${ROOT}/site`, () => HttpResponse.json(site)),
    http.get(`${ROOT}/file`, ({ request }) => {
      const path = new URL(request.url).searchParams.get('path') ?? '';
      const value = files.get(path);
      if (value === undefined) return HttpResponse.json({ code: 'missing', message: 'x' }, { status: 404 });
      const content = typeof value === 'string' ? { text: value } : { json: value };
      return HttpResponse.json({ path, digest: digestOf(value), kind: 'item', ...content });
    }),
    http.post(`${ROOT}/changes`, async ({ request }) => {
      const body = (await request.json()) as { changes: WireChange[] };
      for (const change of body.changes) {
        const refused = save(change);
        if (refused) return refused;
      }
      return HttpResponse.json({
        files: body.changes.map((change) => {
          const path = 'renameTo' in change ? change.renameTo : change.path;
          const value = files.get(path);
          return { path, digest: value === undefined ? null : digestOf(value), merged: false };
        }),
        diagnostics: [],
      });
    }),
    http.get(`${ROOT}/collection`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const folder = query.get('folder') ?? '';
      const search = query.get('search')?.toLowerCase() ?? '';
      const items = [...files].flatMap(([path, json]) => {
        if (!path.startsWith(`content/${folder}/`) || path.endsWith('/collection.json')) return [];
        if (typeof json === 'string') return [];
        const title = textAt(json, '/title');
        if (!title.toLowerCase().includes(search)) return [];
        const urlId = textAt(json, '/urlId');
        return [
          {
            path,
            id: textAt(json, '/id'),
            title,
            urlId,
            url: `/${folder}/${urlId}`,
            status: textAt(json, '/status') === 'Draft' ? 'draft' : 'published',
            publishOn: 0,
            recordType: 1,
            tags: listAt(json, '/tags'),
            categories: listAt(json, '/categories'),
          },
        ];
      });
      return HttpResponse.json({ items, total: items.length });
    }),
    http.get(`${ROOT}/products`, () => {
      const products = [...files].flatMap(([path, json]) =>
        path.startsWith('content/shop/') && !path.endsWith('/collection.json') && typeof json !== 'string'
          ? [{ path, id: textAt(json, '/id'), url: `/shop/${textAt(json, '/urlId')}`, json }]
          : [],
      );
      return HttpResponse.json({ products, total: products.length });
    }),
    http.get(`${ROOT}/home`, () =>
      HttpResponse.json({
        steps: [],
        sells: false,
        counts: false,
        timeZone: 'America/New_York',
        drafts: [],
        draftCount: 0,
      }),
    ),
    http.get('*/api/inbox/counts', () => HttpResponse.json({ unread: 0, byAbout: [] })),
    http.get('*/api/form/submissions', () => HttpResponse.json({ submissions: [], hasNextPage: false })),
    http.get('*/api/comments/moderation', () => HttpResponse.json({ comments: [], hasNextPage: false })),
    http.get(`${ROOT}/bin`, () =>
      HttpResponse.json({
        days: 30,
        entries: [...bin].map(([name, kept]) => {
          const [path = '', value] = [...kept][0] ?? [];
          const [deletedOn, goneOn] = [Date.UTC(2026, 10, 25, 12), Date.UTC(2026, 11, 25, 12)];
          return { name, title: textAt(value, '/title'), path, files: kept.size, deletedOn, goneOn };
        }),
      }),
    ),
    http.post(`${ROOT}/bin`, async ({ request }) => {
      const { path } = (await request.json()) as { path: string };
      const whole = path.replace(/collection\.json$/, '');
      const gone = [...files].filter(([own]) => own === path || (whole !== path && own.startsWith(whole)));
      for (const [own] of gone) files.delete(own);
      bin.set(`20261125T120000Z-${bin.size}`, new Map(gone));
      return HttpResponse.json({ files: [], diagnostics: [] });
    }),
    http.post(`${ROOT}/bin/restore`, async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      for (const [path, value] of bin.get(name) ?? []) files.set(path, value);
      bin.delete(name);
      return HttpResponse.json({ files: [], diagnostics: [] });
    }),
    http.get(`${ROOT}/offer`, ({ request }) => {
      const isHome = new URL(request.url).searchParams.get('country') === 'US';
      return HttpResponse.json({
        currency: 'USD',
        title: 'Mug',
        subtotalCents: 1400,
        requiresShipping: true,
        ways: isHome ? [{ name: 'Parcel', costCents: 500, isCollected: false }] : [],
        shippingCents: isHome ? 500 : 0,
        taxes: isHome ? [{ name: 'Sales tax', rate: '4', included: false, taxCents: 56 }] : [],
        totalCents: isHome ? 1956 : 1400,
      });
    }),
    http.get('*/api/commerce/payment-settings', () => HttpResponse.json({ provider: 'test', testMode: true })),
    http.get(`${ROOT}/uploads`, () => HttpResponse.json({ files: uploads, total: uploads.length })),
    http.post(`${ROOT}/upload`, ({ request }) => {
      const file = uploaded(new URL(request.url).searchParams.get('name') ?? '');
      uploads.push(file);
      return HttpResponse.json(file);
    }),
    http.post(`${ROOT}/rename`, async ({ request }) => {
      const { path, name } = (await request.json()) as { path: string; name: string };
      const index = uploads.findIndex((file) => file.path === path);
      const file = uploaded(name);
      uploads[index] = file;
      return HttpResponse.json(file);
    }),
    http.get(`${ROOT}/fonts`, () =>
      HttpResponse.json([
        { name: 'Georgia', category: 'Serif', stack: 'Georgia, serif' },
        { name: 'Verdana', category: 'Sans Serif', stack: 'Verdana, sans-serif' },
      ]),
    ),
    http.post(`${ROOT}/publish`, async ({ request }) => {
      const { dryRun } = (await request.json()) as { dryRun: boolean };
      if (dryRun)
        return HttpResponse.json({
          target: 'local',
          place: { kind: 'folder', name: 'public' },
          added: [{ url: '/blog/first', title: 'The first loaf' }],
          changed: [],
          removed: [],
          files: 2,
          bytes: 1536,
        });
      const lines = [
        { kind: 'building' },
        { kind: 'sending', sent: 1, total: 2 },
        { kind: 'published', version: 'v1', sent: 2, removed: 0, bytes: 1536 },
      ];
      return new HttpResponse(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }),
    http.get(`${ROOT}/versions`, () => HttpResponse.json({ target: 'local', versions: [...versions] })),
    http.post(`${ROOT}/versions`, async ({ request }) => {
      const { version } = (await request.json()) as { version: string };
      versions = versions.map((one) => ({ ...one, live: one.id === version }));
      return HttpResponse.json({ version });
    }),
    http.get('*/api/keys', () => HttpResponse.json({ keys: [], scopes: [] })),
    http.get('*/api/people', () => HttpResponse.json({ people: [], invitations: [], nobodyYet: true })),
    http.post(`${ROOT}/connect`, () => HttpResponse.json({ ok: true })),
    http.get('*/api/template/GetTemplateSchema', () =>
      HttpResponse.json({
        fieldsets: FIELDSETS.map((name, index) => ({ name, number: index + 1 })),
        fields: FIELD_TYPES.map((type) => ({ type, properties: PROPERTIES[type] ?? [] })),
      }),
    ),
  ];
  return { files, changes, uploads, handlers, site, json: (path: string) => files.get(path) as Json };
}

const PROPERTIES: Record<string, string[]> = {
  phone: ['showCountryCode'],
  currency: ['currencySymbol'],
  section: ['underline'],
  radio: ['options'],
  checkbox: ['options'],
  select: ['options'],
  likert: ['options'],
  hidden: ['key', 'value'],
};
