import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { areaLabel } from './core/area.ts';
import { at, listAt } from './core/json.ts';
import { copyOf, menusFollow, menusForget } from './core/pageActions.ts';
import { readRedirects, withMove, withoutLine, withRedirect } from './core/redirects.ts';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { $route } from './state/route.ts';
import { renderIn } from './test/render.tsx';

const ABOUT = 'content/about/collection.json';
const POST = 'content/blog/first.json';
const about = { path: 'website/pages', params: { file: ABOUT } };

const tab = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('tab', { name }));

describe('S-488 what stands on every page', () => {
  const area = { path: 'website/pages', params: { file: 'fields/footerBlocks.json' } };

  test('each place of the template is offered by a name, and opens', async () => {
    const { user } = renderIn(<PagesPanel />, { path: 'website/pages' });
    const places = within(await screen.findByRole('listbox', { name: 'On every page' }));
    await user.click(places.getByRole('option', { name: 'Footer blocks' }));
    expect($route.get()).toEqual(area);
    expect(areaLabel({ id: 'foot_note-2', label: '' })).toBe('Foot note 2');
    expect(areaLabel({ id: 'x', label: 'Footer Content' })).toBe('Footer Content');
  });

  test('looking at it makes no file; a section makes one, and undo takes all of it away', async () => {
    const { user, mock, session, baseElement } = renderIn(<PagesPanel />, area);
    const begin = await screen.findByRole('button', { name: 'Add content' });
    expect(screen.getByRole('heading', { name: 'Footer blocks' })).toBeInTheDocument();
    expect(session.$documents.get().pending).toEqual([]);
    await user.click(begin);
    await user.click(await screen.findByRole('button', { name: 'Add a section' }));
    await user.click(await screen.findByRole('button', { name: 'Text' }));
    await act(() => session.save());
    expect(listAt(mock.json(area.params.file), '/sections')).toHaveLength(1);
    expect(screen.queryByRole('textbox', { name: 'Title' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Do more with/ })).not.toBeInTheDocument();
    expect(await axe(baseElement)).toHaveNoViolations();
    act(() => void session.undo());
    act(() => void session.undo());
    await act(() => session.save());
    expect(mock.files.has(area.params.file)).toBe(false);
    expect(await screen.findByRole('button', { name: 'Add content' })).toBeInTheDocument();
  });
});

describe('a page', () => {
  test('S-299 a new list opens where its first entry is made, once the site has it', async () => {
    const { user } = renderIn(<PagesPanel />, { path: 'website/pages' });
    await user.click(await screen.findByRole('button', { name: 'New page' }));
    const asked = await screen.findByRole('dialog', { name: 'New page' });
    await user.type(within(asked).getByRole('textbox', { name: 'Title' }), 'Journal');
    await user.click(within(asked).getByRole('button', { name: /Kind/ }));
    await user.click(await screen.findByRole('option', { name: 'Blog' }));
    await user.click(within(asked).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect($route.get().params).toEqual({ collection: 'journal' }));
    expect(screen.queryByText('Unable to locate content')).not.toBeInTheDocument();
  });

  test('S-965 is deleted into the bin, out of the menus, and comes back as it was', async () => {
    const { user, mock, session } = renderIn(<PagesPanel />, about);
    const before = mock.json(ABOUT);
    await user.click(await screen.findByRole('button', { name: 'Do more with About us' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const asked = await screen.findByRole('alertdialog', { name: 'Delete “About us”?' });
    await user.click(within(asked).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(mock.files.has(ABOUT)).toBe(false));
    await act(() => session.save());
    const inMenus = () => listAt(mock.json('site.json'), '/navigation/mainNav');
    await waitFor(() => expect(at(inMenus()[1], '/items')).toEqual([]), { timeout: 10_000 });
    const menu = inMenus();
    expect(menu.map((entry) => at(entry, '/title'))).toEqual(['Shop', 'More', 'Blog']);
    await user.click(await screen.findByRole('button', { name: 'Bin' }));
    await user.click(await screen.findByRole('button', { name: 'Bring back About us' }));
    await waitFor(() => expect(mock.json(ABOUT)).toEqual(before));
  });

  test('S-966 is copied as a draft under an address of its own', async () => {
    const { user, mock, session } = renderIn(<PagesPanel />, about);
    await user.click(await screen.findByRole('button', { name: 'Do more with About us' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    await act(() => session.save());
    const copy = mock.json('content/about-2/collection.json');
    expect(copy).toMatchObject({ id: 'about-2', urlId: 'about-2', title: 'About us (copy)', draft: true });
    expect(at(copy, '/rows')).toEqual(at(mock.json(ABOUT), '/rows'));
    expect(at(mock.json(ABOUT), '/title')).toBe('About us');
  });

  test('S-966 is made the front page, and its entries in the menus lead there', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, about);
    await user.click(await screen.findByRole('button', { name: 'Do more with About us' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make it the front page' }));
    await waitFor(async () => expect(at(await savedJson('site.json'), '/website/homepage')).toBe('about'));
    expect(at(await savedJson('site.json'), '/navigation/mainNav/1/items/0/url')).toBe('/');
  });

  test('S-967 gets another address: the menu follows, and the old address leads there', async () => {
    const { user, mock, session } = renderIn(<PagesPanel />, about);
    await tab(user, 'Settings');
    const field = await screen.findByRole('textbox', { name: 'Address' });
    await user.clear(field);
    await user.type(field, 'Our Story!');
    expect(field).toHaveValue('our-story-');
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    await screen.findByDisplayValue('our-story');
    await act(() => session.save());
    expect(at(mock.json(ABOUT), '/urlId')).toBe('our-story');
    expect(at(mock.json('site.json'), '/navigation/mainNav/1/items/0/url')).toBe('/our-story');
    expect(mock.files.get('redirects/own.csv')).toBe('old,new,code\n/about,/our-story,301\n');
    act(() => void session.undo());
    await act(() => session.save());
    expect(at(mock.json(ABOUT), '/urlId')).toBe('about');
    expect(mock.files.has('redirects/own.csv')).toBe(false);
  });

  test('S-967 keeps its address when another has the new one', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, about);
    await tab(user, 'Settings');
    const field = await screen.findByRole('textbox', { name: 'Address' });
    await user.clear(field);
    await user.type(field, 'blog{Enter}');
    expect(await screen.findByText('Another page has this address.')).toBeInTheDocument();
    expect(at(await savedJson(ABOUT), '/urlId')).toBe('about');
  });

  test.each([
    ['a page', ABOUT, 'About us — Corner Shop'],
    ['a post', POST, 'The first loaf — Corner Shop'],
  ])('S-968 %s says what search engines and social networks show', async (_, file, title) => {
    const { user, savedJson } = renderIn(<PagesPanel />, { path: 'website/pages', params: { file } });
    await tab(user, 'Search and sharing');
    const result = await screen.findByRole('figure', { name: 'As a search result' });
    expect(within(result).getByText(title)).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Title for search engines' }), 'Bread');
    await user.type(screen.getByRole('textbox', { name: 'Description for search engines' }), 'Slow bread.');
    expect(within(result).getByText('Bread — Corner Shop')).toBeInTheDocument();
    expect(
      within(screen.getByRole('figure', { name: 'As a shared link' })).getByText('Slow bread.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Ask search engines to leave it out' }));
    const address = screen.getByRole('textbox', { name: 'Address that counts (canonical)' });
    await user.type(address, 'shop');
    expect(screen.getByText(/Write a path such as \/shop/)).toBeInTheDocument();
    await user.clear(address);
    await user.type(address, '/shop');
    expect(screen.queryByText(/Write a path such as \/shop/)).not.toBeInTheDocument();
    expect(at(await savedJson(file), '/seoData')).toEqual({
      seoTitle: 'Bread',
      seoDescription: 'Slow bread.',
      seoHidden: true,
      canonicalUrl: '/shop',
    });
  });
});

describe('redirects', () => {
  test('S-967 are added and taken away in a table, and what is none is said at its field', async () => {
    const { user, mock, session } = renderIn(<PagesPanel />, { path: 'website/pages', params: { show: 'redirects' } });
    const [from, to] = await Promise.all([
      screen.findByRole('textbox', { name: 'Old address' }),
      screen.findByRole('textbox', { name: 'New address' }),
    ]);
    await user.type(from, 'old');
    await user.type(to, '/shop{Enter}');
    expect(screen.getByText(/Begin it with a slash/)).toBeInTheDocument();
    await user.clear(from);
    await user.type(from, '/old');
    await user.click(screen.getByRole('button', { name: 'Add a redirect' }));
    await act(() => session.save());
    expect(mock.files.get('redirects/own.csv')).toBe('old,new,code\n/old,/shop,301\n');
    await user.click(screen.getByRole('button', { name: 'Remove the redirect from /old' }));
    await act(() => session.save());
    expect(mock.files.get('redirects/own.csv')).toBe('old,new,code\n');
    expect($route.get().params).toEqual({ show: 'redirects' });
  });

  test('S-967 a list keeps its remarks, its heading and its delimiter', () => {
    const list = 'old;new\n# moved by hand\n/a;/b;302\n"/c;d";/e\n';
    expect(readRedirects(list)).toEqual([
      { from: '/a', to: '/b', status: 302, line: 2 },
      { from: '/c;d', to: '/e', status: 301, line: 3 },
    ]);
    expect(withoutLine(list, 2)).toBe('old;new\n# moved by hand\n"/c;d";/e\n');
    expect(withRedirect('old;new\n/a;/b\n', { from: '/x', to: '/y', status: 301 })).toBe('old;new\n/a;/b\n/x;/y;301\n');
    expect(withRedirect('/a,/b', { from: '/x,1', to: '/y', status: 302 })).toBe('/a,/b\n"/x,1",/y,302\n');
  });

  test('S-967 nobody is led twice or in a circle, however often a page moves', () => {
    const addresses = ['/a', '/b', '/c', '/a', '/d', '/b'];
    let list: string | undefined;
    for (let at = 1; at < addresses.length; at += 1) {
      const now = addresses[at] as string;
      list = withMove(list, addresses[at - 1] as string, now);
      const rows = readRedirects(list);
      expect(rows.every(({ to }) => to === now)).toBe(true);
      expect(rows.some(({ from }) => from === now)).toBe(false);
      const before = new Set(addresses.slice(0, at).filter((one) => one !== now));
      expect(new Set(rows.map(({ from }) => from))).toEqual(before);
    }
  });
});

describe('menus', () => {
  const site = {
    navigation: {
      main: [
        { title: 'Blog', url: '/blog' },
        {
          title: 'More',
          folder: true,
          items: [
            { title: 'A', url: '/blog/a?x#y' },
            { title: 'B', url: '/blogger' },
          ],
        },
      ],
      foot: [{ title: 'Blog', url: '/blog#top' }],
    },
  };

  test('S-967 follow a list and what is in it, and nothing that only begins alike', () => {
    expect(menusFollow(site, '/blog', '/news', true)).toEqual([
      { op: 'set', pointer: '/navigation/main/0/url', value: '/news' },
      { op: 'set', pointer: '/navigation/main/1/items/0/url', value: '/news/a?x#y' },
      { op: 'set', pointer: '/navigation/foot/0/url', value: '/news#top' },
    ]);
    expect(menusFollow(site, '/blog', '/news', false)).toHaveLength(2);
  });

  test('S-965 forget what is gone, the last first', () => {
    expect(menusForget(site, '/blog', true).map((edit) => edit.pointer)).toEqual([
      '/navigation/foot/0',
      '/navigation/main/1/items/0',
      '/navigation/main/0',
    ]);
  });
});

test('S-966 a copy of a copy has a number of its own, and a product its name', () => {
  const product = { title: 'Mug', urlId: 'mug-2', structuredContent: {}, status: 'Published' };
  const taken = new Set(['mug', 'mug-2']);
  const copy = copyOf('content/shop/mug-2.json', product, 'Mug (copy)', taken);
  expect(copy.path).toBe('content/shop/mug-3.json');
  expect(copy.json).toMatchObject({ urlId: 'mug-3', id: 'shop-mug-3', name: 'Mug (copy)', status: 'Draft' });
});
