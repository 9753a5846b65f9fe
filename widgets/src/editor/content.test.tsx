import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { itemLabel } from './collection/CollectionPanel.tsx';
import { at, listAt } from './core/json.ts';
import { LinkDialog } from './link/LinkEditor.tsx';
import { pageLabels } from './pages/PageList.tsx';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { $route } from './state/route.ts';
import { ProductLists } from './store/ProductLists.tsx';
import { renderIn } from './test/render.tsx';

const POST = 'content/blog/first.json';
const PAGE = 'content/about/collection.json';
const pages = { path: 'website/pages' };
const opened = (file: string, at = '') => ({ ...pages, params: { file, ...(at ? { at } : {}) } });

describe('an item', () => {
  test('E-001 its title is written, and the file has it', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(POST));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Rye');
    expect(await savedJson(POST)).toMatchObject({ title: 'Rye' });
  });

  test('E-021 one that is gone says so', async () => {
    renderIn(<PagesPanel />, opened('content/blog/gone.json'));
    expect(await screen.findByText('Unable to locate content')).toBeInTheDocument();
  });

  test('E-020 a panel that cannot load says so, and a second try brings it', async () => {
    const answers = [http.get('*/config/api/file', () => new HttpResponse(null, { status: 500 }), { once: true })];
    const { user } = renderIn(<PagesPanel />, { ...opened(POST), answers });
    expect(await screen.findByText('Unable to load. Try again.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('The first loaf');
  });

  test('E-013 who may not publish may only send to review', async () => {
    const role = { codes: [8], tools: ['content' as const], mayPublish: false, signedIn: true };
    const { user, savedJson } = renderIn(<PagesPanel />, { ...opened(POST, '/publishOn'), site: { role } });
    await user.click(await screen.findByRole('button', { name: /Status/ }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Draft', 'Needs Review']);
    await user.click(screen.getByRole('option', { name: 'Needs Review' }));
    expect(await savedJson(POST)).toMatchObject({ status: 'Needs Review' });
  });
});

describe('tags and categories', () => {
  const tags = async (name: 'Tags' | 'Categories') => within(await screen.findByRole('group', { name }));

  test('E-026 a tag is added, renamed and removed', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(POST, '/tags'));
    const group = await tags('Tags');
    await user.type(group.getByRole('textbox', { name: 'New tag' }), 'rye{Enter}');
    await user.click(group.getByRole('button', { name: 'Rename bread' }));
    const field = group.getByRole('textbox', { name: 'Rename bread' });
    await user.clear(field);
    await user.type(field, 'loaf{Enter}');
    await user.click(group.getByRole('button', { name: 'Remove Mug' }));
    expect(listAt(await savedJson(POST), '/tags')).toEqual(['loaf', 'rye']);
  });

  test('E-030, E-032 a duplicate says so, for tags and categories', async () => {
    const { user } = renderIn(<PagesPanel />, opened(POST, '/tags'));
    await user.type((await tags('Tags')).getByRole('textbox', { name: 'New tag' }), 'mug {Enter}');
    expect(await screen.findByText('This tag already exists')).toBeInTheDocument();
    await user.type((await tags('Categories')).getByRole('textbox', { name: 'New category' }), 'NEWS{Enter}');
    expect(await screen.findByText('This category already exists')).toBeInTheDocument();
  });

  test('E-031 one at a time', async () => {
    const { user } = renderIn(<PagesPanel />, opened(POST, '/tags'));
    const group = await tags('Tags');
    await user.click(group.getByRole('button', { name: 'Rename bread' }));
    await user.click(group.getByRole('button', { name: 'Rename Mug' }));
    expect(await screen.findByText('You may only edit one tag at a time')).toBeInTheDocument();
  });

  test('E-028, E-029 what is too long is refused', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(POST, '/tags'));
    const group = await tags('Categories');
    await user.type(group.getByRole('textbox', { name: 'New category' }), `${'x'.repeat(26)}{Enter}`);
    expect(await screen.findByText('A category has at most 25 characters.')).toBeInTheDocument();
    expect(listAt(await savedJson(POST), '/categories')).toEqual(['News']);
  });
});

describe('lists', () => {
  test('E-019 one that cannot be loaded says so', async () => {
    const answers = [
      http.get('*/config/api/collection', () => new HttpResponse(null, { status: 500 }), { once: true }),
    ];
    const { user } = renderIn(<PagesPanel />, { ...pages, params: { collection: 'blog' }, answers });
    expect(await screen.findByText('Unable to load results')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Unable to load results')).not.toBeInTheDocument());
  });

  test.each([
    ['E-009, N-025', 'scheduled', 'Scheduled'],
    ['E-010', 'needsReview', 'Needs Review'],
    ['E-011', 'draft', 'Draft'],
    ['E-012', 'private', 'Private'],
    ['a published item', 'published', undefined],
  ] as const)('%s: %s stands as %s', (_, status, label) => expect(itemLabel({ status, publishOn: 0 }, 5)).toBe(label));

  test('E-014, E-015 a page says who may see it', () => {
    const page = {
      status: 'published' as const,
      enabled: true,
      draft: false,
      passwordProtected: true,
      membersOnly: true,
    };
    expect(pageLabels(page)).toEqual(['locked', 'available only to site members']);
  });

  test('E-131, E-132 the 201st product is refused', async () => {
    const [about, blog, shop] = (await import('./test/site.ts')).siteAnswer().collections;
    if (!about || !blog || !shop) throw new Error('the sample has three');
    const collections = [about, blog, { ...shop, itemCount: 200, itemLimit: 200 }];
    const { user } = renderIn(<PagesPanel />, { ...pages, params: { collection: 'shop' }, site: { collections } });
    await user.click(await screen.findByRole('button', { name: 'New product' }));
    expect(await screen.findByText('You have reached the maximum of 200 products.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  test('S-301 the shop begins a new product with one press, and asks once', async () => {
    const shop = renderIn(<ProductLists />, { path: 'commerce' });
    await shop.user.click(await screen.findByRole('button', { name: 'New product' }));
    const { path, params } = $route.get();
    expect([path, params.collection]).toEqual(['website/pages', 'shop']);
    shop.unmount();
    const { user, savedJson } = renderIn(<PagesPanel />, { path, params });
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Linen apron{Enter}');
    await screen.findByRole('heading', { name: 'Linen apron' });
    expect(await savedJson('content/shop/linen-apron.json')).toMatchObject({ title: 'Linen apron' });
    expect(window.location.search).not.toContain('new');
  });

  test('S-303 a post takes a gallery below its text, and the text can still be written', async () => {
    const params = { file: 'content/blog/first.json' };
    const { user, savedJson } = renderIn(<PagesPanel />, { ...pages, params });
    const blocks = await screen.findByRole('region', { name: 'Blocks' });
    await user.click(within(blocks).getByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('button', { name: 'Gallery' }));
    const saved = await savedJson('content/blog/first.json');
    expect(at(saved, '/rows/0/columns/0/blocks/0/type')).toBe(8);
    expect(at(saved, '/body')).toBe('<p>Bread is <strong>good</strong>.</p>');
    expect(screen.getByRole('textbox', { name: 'Text' })).toBeInTheDocument();
  });

  test('a new post begins as a draft with its title', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, { ...pages, params: { collection: 'blog' } });
    await user.click(await screen.findByRole('button', { name: 'New post' }));
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Rye bread{Enter}');
    await screen.findByRole('heading', { name: 'Rye bread' });
    expect(await savedJson('content/blog/rye-bread.json')).toMatchObject({ title: 'Rye bread', status: 'Draft' });
  });
});

describe('the menu', () => {
  test('an entry is moved by keyboard, and said so in the file', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, pages);
    await user.click(await screen.findByRole('button', { name: 'Move or remove Blog' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    const titles = listAt(await savedJson('site.json'), '/navigation/mainNav').map((entry) => at(entry, '/title'));
    expect(titles).toEqual(['Shop', 'Blog', 'More']);
  });
});

describe('blocks', () => {
  test('S-515 a site without limits takes the 61st block', async () => {
    const { limits } = (await import('./test/site.ts')).siteAnswer();
    const json = { title: 'Full', blocks: Array.from({ length: 60 }, () => ({ type: 47, value: {} })) };
    const answers = [http.get('*/config/api/file', () => HttpResponse.json({ path: PAGE, digest: 'd', json }))];
    const site = { limits: { ...limits, blocks: Number.MAX_SAFE_INTEGER } };
    const { user, savedJson } = renderIn(<PagesPanel />, { ...opened(PAGE), site, answers });
    await user.click(await screen.findByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('button', { name: 'Line' }));
    expect(at(await savedJson(PAGE), '/blocks/60')).toEqual({ type: 47, value: {} });
    expect(screen.queryByText(/You have reached the maximum/)).toBeNull();
  });

  test('one is added below all others and opens', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(PAGE));
    await user.click(await screen.findByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('button', { name: 'Quote' }));
    await user.type(await screen.findByRole('textbox', { name: 'Quote' }), 'Bread is time.');
    expect(at(await savedJson(PAGE), '/rows/2/columns/0/blocks/0')).toEqual({
      type: 31,
      value: { quote: 'Bread is time.' },
    });
  });

  test('E-128 the 61st is refused', async () => {
    const json = { title: 'Full', blocks: Array.from({ length: 60 }, () => ({ type: 47, value: {} })) };
    const answers = [http.get('*/config/api/file', () => HttpResponse.json({ path: PAGE, digest: 'd', json }))];
    const { user, session } = renderIn(<PagesPanel />, { ...opened(PAGE), answers });
    await user.click(await screen.findByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('button', { name: 'Line' }));
    expect(await screen.findByText('You have reached the maximum of 60 blocks.')).toBeInTheDocument();
    expect(session.$documents.get().pending).toEqual([]);
  });

  test('E-115, E-116 a gallery begins as a grid; a number out of range takes the nearer end', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(PAGE, '/rows/1/columns/1/blocks/0'));
    expect(await screen.findByRole('button', { name: /Layout/ })).toHaveTextContent('Grid');
    const perRow = await screen.findByRole('textbox', { name: 'Pictures in a row' });
    expect(perRow).toHaveValue('4');
    await user.clear(perRow);
    await user.type(perRow, '11');
    await user.tab();
    expect(at(await savedJson(PAGE), '/rows/1/columns/1/blocks/0/value/options/thumbnails-per-row')).toBe(10);
  });

  test('E-122, N-014 the words over a picture stand at one of nine places', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, opened(PAGE, '/rows/1/columns/1/blocks/0'));
    const chooser = within(await screen.findByRole('radiogroup', { name: 'Where the words stand' }));
    expect(chooser.getAllByRole('radio')).toHaveLength(9);
    await user.click(chooser.getByRole('radio', { name: 'Top right' }));
    expect(at(await savedJson(PAGE), '/rows/1/columns/1/blocks/0/value/options/meta-position')).toBe('top-right');
  });
});

describe('a chart', () => {
  const chart = async () => {
    const all = renderIn(<PagesPanel />, opened(PAGE));
    await all.user.click(await screen.findByRole('button', { name: 'Add a block' }));
    await all.user.click(await screen.findByRole('button', { name: 'Chart' }));
    await screen.findByRole('button', { name: 'Save the numbers' });
    return all;
  };

  test('E-078 nothing is not saved', async () => {
    const { user } = await chart();
    await user.click(screen.getByRole('button', { name: 'Save the numbers' }));
    expect(await screen.findByText('Enter some data!')).toBeInTheDocument();
  });

  test('E-074, E-075, E-076, E-077 rows and columns', async () => {
    const { user, savedJson } = await chart();
    await user.click(screen.getByRole('button', { name: 'Column' }));
    await user.click(screen.getByRole('button', { name: 'Row' }));
    await user.click(screen.getByRole('button', { name: 'Column' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of column 1' }), 'Month');
    await user.type(screen.getByRole('textbox', { name: 'Row 1, Month' }), 'May');
    await user.click(screen.getByRole('button', { name: 'Save the numbers' }));
    expect(await screen.findByText('One or more rows was missing data')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Row 1, 2' }), '120');
    await user.click(screen.getByRole('button', { name: 'Save the numbers' }));
    expect(at(await savedJson(PAGE), '/rows/2/columns/0/blocks/0/value/dataset')).toEqual({
      columns: ['Month', ''],
      rows: [['May', 120]],
    });
    await user.click(screen.getByRole('button', { name: 'Remove row 1' }));
    expect(await screen.findByText('Your dataset must have at least one row')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove column 2' }));
    await user.click(screen.getByRole('button', { name: 'Remove column 1' }));
    expect(await screen.findByText('Your dataset must have at least one column')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Row 1, Month' })).toHaveValue('May');
  });
});

describe('links', () => {
  const dialog = (kind: 'email' | 'url' | 'page') => {
    const onSave = jest.fn();
    const all = renderIn(<LinkDialog link={{ kind, value: '' }} onSave={onSave} onClose={() => undefined} />);
    return { ...all, onSave };
  };
  test.each([
    [
      'E-057, E-058, E-060',
      'email',
      'E-mail address',
      'a@',
      'Please enter a valid email. Emails must be formatted as you@example.com',
    ],
    ['E-059, E-060', 'url', 'Address', 'foo', 'Links must be formatted as https://www.example.com or example.com'],
    ['E-061', 'page', 'Address on this site', 'foo bar', 'foo bar is not a valid page URL'],
  ] as const)('%s: a bad %s is refused in the exact words', async (_, kind, name, typed, message) => {
    const { user, onSave } = dialog(kind);
    await user.type(await screen.findByRole('textbox', { name }), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(onSave).not.toHaveBeenCalled();
  });

  test('E-055 a good one is saved', async () => {
    const { user, onSave } = dialog('email');
    await user.type(await screen.findByRole('textbox', { name: 'E-mail address' }), 'you@example.com{Enter}');
    expect(onSave).toHaveBeenCalledWith({ kind: 'email', value: 'you@example.com' });
  });

  test('E-064 pages that cannot be loaded are said', async () => {
    const answers = [http.get('*/config/api/site', () => new HttpResponse(null, { status: 500 }))];
    renderIn(<LinkDialog link={{ kind: 'page', value: '' }} onSave={jest.fn()} onClose={jest.fn()} />, { answers });
    expect(await screen.findByText('Unable to load collections')).toBeInTheDocument();
  });
});
