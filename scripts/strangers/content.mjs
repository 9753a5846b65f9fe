// Neutral content for a template that nobody here has seen: a site that has each kind of collection the template
// declares and each kind that every template may meet, a menu for each name, and pictures and sounds of our own.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PICTURES = ['harbor', 'kiln-bay', 'salt-flats', 'long-moor', 'mill-valley'].map((name) => `/files/${name}.png`);
const SOUND = '/files/bell-buoy.wav';
const TITLES = ['First light', 'The long way round', 'Salt and slate', 'Under the pier'];
const WORDS = 'The tide turns twice a day, and each time it leaves something for whoever walks the shore early.';
const TEXT = `<p>${WORDS}</p><h2>What stays</h2><p>A <a href="/about">list of what was found</a>, with places and days.</p><ul><li>Driftwood</li><li>Glass</li></ul><blockquote>Come early.</blockquote>`;
/** 2026-05-05T09:00:00Z */
const DAY = 86_400_000;
const NOON = 1_777_971_600_000;

/** The collections a hosted site may have whatever its template: type code, kind of item. */
const SYSTEM = {
  blog: { type: 1, accepts: 'text' },
  products: { type: 13, accepts: 'store_item' },
  gallery: { type: 5, accepts: 'image' },
  events: { type: 10, accepts: 'event' },
  album: { type: 9, accepts: 'audio' },
};

/** JSON as templates have it: comments, commas before a closing bracket, a byte order mark. */
export function lenient(text) {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(\s*[}\]])/g, (_, string, end) => string ?? end);
  try {
    return JSON.parse(plain);
  } catch {
    return {};
  }
}

const conf = (file) => (existsSync(file) ? lenient(readFileSync(file, 'utf8')) : {});
const image = (at) => ({
  assetUrl: PICTURES[at % PICTURES.length],
  altText: `Picture ${at + 1}`,
  mediaFocalPoint: { x: 0.5, y: 0.4 },
});

/** What the fields of a type that a template makes up hold. */
function customContent(fields, at) {
  const value = ({ type, options, title }) => {
    if (type === 'image') return image(at);
    if (type === 'checkbox') return true;
    if (type === 'select' || type === 'dropdown') return options?.[0]?.value ?? options?.[0] ?? '';
    if (type === 'date' || type === 'datetime') return NOON;
    return `${title ?? 'A text'} ${at + 1}`;
  };
  return Object.fromEntries((fields ?? []).filter(({ name }) => name).map((field) => [field.name, value(field)]));
}

const money = (value) => ({ value, currency: 'EUR' });
const variant = (sku, size, cents) => ({
  sku,
  attributes: size ? { Size: size } : {},
  ...(size ? { optionValues: [{ optionName: 'Size', value: size }] } : {}),
  price: cents,
  priceMoney: money((cents / 100).toFixed(2)),
  onSale: false,
  salePrice: 0,
  salePriceMoney: money('0.00'),
  qtyInStock: 4,
  unlimited: false,
});

function item(url, accepts, at, custom) {
  const title = TITLES[at % TITLES.length];
  const base = custom?.base ?? accepts;
  const common = {
    id: `${url}-${at + 1}`,
    urlId: title.toLowerCase().replaceAll(' ', '-'),
    title,
    displayIndex: at + 1,
    publishOn: NOON - at * 9 * DAY,
    author: { displayName: 'Ada Marsh' },
    excerpt: `<p>${WORDS}</p>`,
    categories: [at % 2 ? 'Long Walks' : 'Notes'],
    tags: ['coast', at % 2 ? 'early' : 'late'],
    mainImage: image(at),
    body: TEXT,
    ...(custom ? { customContent: customContent(custom.fields, at) } : {}),
  };
  if (base === 'image') return { ...common, recordType: 2, mediaType: 'imageFile' };
  if (base === 'audio')
    return {
      ...common,
      recordType: 7,
      audioAssetUrl: SOUND,
      duration: '0:02',
      structuredContent: { audioAssetUrl: SOUND },
    };
  if (base === 'video')
    return {
      ...common,
      recordType: 8,
      oembed: {
        html: '<iframe src="https://films.example/embed/1" width="640" height="360" title="A film"></iframe>',
        providerName: 'Films',
      },
    };
  if (base === 'event')
    return {
      ...common,
      recordType: 12,
      startDate: new Date(NOON + (at + 1) * 30 * DAY).toISOString(),
      endDate: new Date(NOON + (at + 1) * 30 * DAY + DAY / 8).toISOString(),
      location: {
        addressTitle: 'The Shed',
        addressLine1: '2 Quay',
        addressLine2: 'Port',
        addressCountry: 'Orrin',
        mapLat: 38.5,
        mapLng: -28.6,
      },
    };
  if (base === 'store_item')
    return {
      ...common,
      recordType: 11,
      items: [image(at), image(at + 1)].map((each, index) => ({ id: `${url}-${at}-${index}`, ...each })),
      structuredContent: {
        productType: 1,
        ...(at % 2 ? {} : { variantOptionOrdering: ['Size'] }),
        variants:
          at % 2 ? [variant(`ONE-${at}`, '', 2400)] : [variant(`S-${at}`, 'S', 1800), variant(`L-${at}`, 'L', 2200)],
      },
    };
  return { ...common, recordType: 1 };
}

/** A page's blocks: each kind that owners use most. */
const rows = (blog, shop, gallery) => [
  { columns: [{ span: 12, blocks: [{ type: 'html', value: { html: `<h1>Shore</h1><p>${WORDS}</p>` } }] }] },
  {
    columns: [
      { span: 6, blocks: [{ type: 'image', value: { image: image(0), title: 'A picture', linkTarget: '/about' } }] },
      {
        span: 6,
        blocks: [
          { type: 'html', value: { html: TEXT } },
          { type: 'button', value: { text: 'Read on', url: `/${blog}` } },
        ],
      },
    ],
  },
  { columns: [{ span: 12, blocks: [{ type: 'gallery', variant: 1000, value: { images: [0, 1, 2, 3].map(image) } }] }] },
  {
    columns: [
      {
        span: 12,
        blocks: [
          { type: 'quote', value: { quote: 'Come early.', source: 'The harbor master' } },
          { type: 'horizontalrule', value: {} },
        ],
      },
    ],
  },
  { columns: [{ span: 12, blocks: [{ type: 'summary', variant: 1006, value: { collection: blog, limit: 3 } }] }] },
  ...(shop
    ? [{ columns: [{ span: 12, blocks: [{ type: 'summary', variant: 1006, value: { collection: shop, limit: 3 } }] }] }]
    : []),
  ...(gallery
    ? [
        {
          columns: [
            {
              span: 12,
              blocks: [
                { type: 'sociallinks', value: {} },
                { type: 'search', value: {} },
              ],
            },
          ],
        },
      ]
    : []),
];

const slug = (name) => name.toLowerCase().replace(/[^a-z0-9-]+/g, '-');
const put = (file, value) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
};

/** Writes the site of a template into a folder; `files` has our pictures and sounds. Answers the addresses worth a look. */
export function makeSite(template, folder, files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(template, join(folder, 'template'), {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.git|\.sass-cache)(\/|$)/.test(path),
  });
  for (const path of [...PICTURES, SOUND]) {
    mkdirSync(join(folder, 'files'), { recursive: true });
    cpSync(join(files, basename(path)), join(folder, path));
  }

  const own = conf(join(template, 'template.conf'));
  const customTypes = Object.fromEntries(
    (Array.isArray(own.customTypes) ? own.customTypes : []).map((type) => [type.name, type]),
  );
  const kinds = new Map(Object.entries(SYSTEM));
  const folders = [];
  const there = existsSync(join(template, 'collections')) ? readdirSync(join(template, 'collections')) : [];
  for (const file of there.filter(
    (name) => name.endsWith('.conf') && statSync(join(template, 'collections', name)).isFile(),
  )) {
    const name = file.slice(0, -'.conf'.length);
    const says = conf(join(template, 'collections', file));
    if (says.folder || says.index) folders.push({ name, index: says.index === true || says.index === 'true' });
    else if (name !== 'page')
      kinds.set(name, { ...kinds.get(name), accepts: says.acceptTypes?.[0] ?? kinds.get(name)?.accepts ?? 'text' });
  }

  const collections = [...kinds].map(([name, { accepts }]) => ({ name, url: slug(name), accepts }));
  for (const { name, url, accepts } of collections) {
    const at = join(folder, 'content', url);
    put(join(at, 'collection.json'), {
      id: `c-${url}`,
      title: name[0].toUpperCase() + name.slice(1),
      urlId: url,
      typeName: name,
      description: WORDS,
    });
    TITLES.forEach((_, n) => put(join(at, `${n + 1}.json`), item(url, accepts, n, customTypes[accepts])));
  }
  const page = (url, title, more) =>
    put(join(folder, 'content', url, 'collection.json'), {
      id: `c-${url}`,
      title,
      urlId: url,
      typeName: 'page',
      type: 10,
      mainImage: image(2),
      ...more,
    });
  const [blog, shop, gallery] = ['blog', 'products', 'gallery'];
  page('home', 'Home', { rows: rows(blog, shop, gallery) });
  page('about', 'About', { rows: rows(blog, null, null) });
  const layouts = Object.keys(own.layouts ?? {}).filter((key) => key !== 'default');
  for (const key of layouts)
    page(`layout-${slug(key)}`, `Layout ${key}`, { layout: key, rows: rows(blog, shop, null) });
  const pictures = (options, variant) => ({ type: 'gallery', variant, value: { images: [0, 1, 2, 3].map(image), options } });
  page('pictures', 'Pictures', {
    blocks: [
      pictures({ controls: true, indicators: true }, 1001),
      { type: 'html', value: { html: TEXT.repeat(3) } },
      pictures({ lightbox: true }, 1000),
      { type: 'html', value: { html: TEXT.repeat(6) } },
      { type: 'image', value: { image: image(4) } },
    ],
  });
  page('part-one', 'Part one', { rows: rows(blog, null, null).slice(0, 2) });
  page('part-two', 'Part two', { rows: rows(blog, null, null).slice(1, 3) });
  for (const { name } of folders)
    put(join(folder, 'content', `folder-${slug(name)}`, 'collection.json'), {
      id: `c-folder-${slug(name)}`,
      title: `More ${name}`,
      urlId: `folder-${slug(name)}`,
      typeName: name,
      folder: true,
      collections: ['part-one', 'part-two'],
    });

  const links = collections.map(({ name, url }) => ({ title: name, url: `/${url}` }));
  const menu = [
    { title: 'Home', url: '/' },
    ...links.slice(0, 4),
    { title: 'More', folder: true, items: [...links.slice(4), { title: 'About', url: '/about' }] },
    ...folders
      .filter(({ index }) => index)
      .map(({ name }) => ({ title: `Index ${name}`, url: `/folder-${slug(name)}` })),
    { title: 'Elsewhere', url: 'https://elsewhere.example/' },
  ];
  const names = (Array.isArray(own.navigations) ? own.navigations : []).map(({ name }) => name).filter(Boolean);
  put(join(folder, 'site.json'), {
    website: {
      id: 'website-strangers',
      siteTitle: 'Shore',
      siteTagLine: 'Found and drawn',
      siteDescription: WORDS,
      baseUrl: 'https://shore.example',
      timeZone: 'Europe/Lisbon',
      language: 'en-GB',
      homepage: 'home',
      logoImage: { assetUrl: PICTURES[0], altText: 'Shore' },
      location: {
        addressTitle: 'The Shed',
        addressLine1: '2 Quay',
        addressLine2: 'Port',
        addressCountry: 'Orrin',
        mapLat: 38.5,
        mapLng: -28.6,
      },
      accounts: [
        { serviceName: 'mastodon', userName: 'shore', profileUrl: 'https://social.example/@shore' },
        { serviceName: 'email', userName: 'shore', profileUrl: 'mailto:shore@shore.example' },
      ],
    },
    websiteSettings: { commentsEnabled: true, simpleLikingEnabled: true, storeSettings: { currency: 'EUR' } },
    shippingOptions: [{ id: 'parcel', name: 'Parcel', costCents: 600 }],
    navigation: Object.fromEntries((names.length ? names : ['mainNav']).map((name) => [name, menu])),
  });
  return ['/', '/about', `/${blog}`, `/${blog}/first-light`, `/${shop}`, `/${shop}/first-light`, '/events', '/gallery'];
}
