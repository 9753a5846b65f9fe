import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { isAndroid } from './code/CodePanel.tsx';
import { OFFERED_TYPES } from './core/formSchema.ts';
import { at, listAt } from './core/json.ts';
import { FilesPanel } from './files/FilesPanel.tsx';
import { FormsPanel } from './forms/FormsPanel.tsx';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { Publish } from './publish/Publish.tsx';
import { RestockPanel } from './restock/RestockPanel.tsx';
import { HeaderFooter } from './settings/HeaderFooter.tsx';
import { PermissionsPanel } from './settings/PermissionsPanel.tsx';
import { Languages } from './settings/SettingsPanel.tsx';
import { Zones } from './settings/Zones.tsx';
import { StoreSettings } from './store/StoreSettings.tsx';
import { FontPreview } from './style/FontField.tsx';
import { StylePanel } from './style/StylePanel.tsx';
import { renderIn } from './test/render.tsx';
import { named } from './text/words.ts';

const FORM = 'forms/contact.json';
const MUG = 'content/shop/mug.json';
const form = { path: 'website/forms', params: { form: FORM } };

describe('the form builder', () => {
  test('E-080, E-081 it reads its schema, and has five fieldsets in their order', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('GetTemplateSchema')) asked.push(new URL(request.url).search);
    });
    renderIn(<FormsPanel />, form);
    const headings = await screen.findAllByRole('heading', { level: 3, name: /^[1-5] / });
    expect(headings.map((heading) => heading.textContent)).toEqual([
      '1 Build',
      '2 Storage',
      '3 Advanced',
      '4 Captcha',
      '5 Disclaimer',
    ]);
    expect(asked).toEqual(['?type=form']);
    server.events.removeAllListeners();
  });

  // A form that grows by every kind is looked through longer with each: a few at a time.
  const some = [0, 3, 6, 9, 12, 15].map((first) => OFFERED_TYPES.slice(first, first + 3));
  test('E-084 no kind is left out below', () => {
    expect(some.flat()).toEqual(OFFERED_TYPES);
  });
  test.each(some)('E-084 to E-102 fields are added and drawn as visitors see them: %s, %s, %s', async (...types) => {
    const { user, savedJson } = renderIn(<FormsPanel />, form);
    for (const type of types) {
      await user.click(await screen.findByRole('button', { name: 'Add a field' }));
      await user.click(await screen.findByRole('menuitem', { name: named('fieldType', type) }));
      await screen.findByRole('region', { name: `Field: ${named('fieldType', type)}` });
    }
    const fields = listAt(await savedJson(FORM), '/fields');
    expect(fields.map((field) => at(field, '/type'))).toEqual(['text', ...types]);
    const drawn = within(screen.getByRole('region', { name: 'As visitors see it' }));
    if (types.includes('radio')) expect(drawn.getAllByRole('radio').length).toBeGreaterThanOrEqual(3);
  });

  test('E-067 a mailing list must be chosen', async () => {
    const { user } = renderIn(<FormsPanel />, form);
    await user.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('A List must be selected')).toBeInTheDocument();
  });

  test('E-065 a mailing list is connected', async () => {
    const { user, savedJson } = renderIn(<FormsPanel />, form);
    await user.type(await screen.findByRole('textbox', { name: 'List' }), 'News{Enter}');
    expect(at(await savedJson(FORM), '/storage')).toEqual([{ kind: 'list', target: 'News' }]);
  });

  test('E-066, E-068 an automation that does not answer is said; then it is connected', async () => {
    const { user, savedJson } = renderIn(<FormsPanel />, form);
    server.use(http.post('*/config/api/connect', () => new HttpResponse(null, { status: 500 }), { once: true }));
    await user.click(await screen.findByRole('button', { name: /Where answers go/ }));
    await user.click(await screen.findByRole('option', { name: 'Automation' }));
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://hooks.example/1');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Unable to connect. Please try again')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () =>
      expect(at(await savedJson(FORM), '/storage')).toEqual([{ kind: 'hook', target: 'https://hooks.example/1' }]),
    );
  });
});

describe('a product', () => {
  const product = { path: 'website/pages', params: { file: MUG, at: '/structuredContent' } };
  test('E-124 twelve variants are made from two options', async () => {
    const { user, savedJson } = renderIn(<PagesPanel />, product);
    await user.click(await screen.findByRole('button', { name: 'Option' }));
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Size');
    const values = () => screen.getAllByRole('textbox', { name: 'Its values, with commas between' });
    await user.type(values()[0] as HTMLElement, 'S, M, L');
    await user.click(screen.getByRole('button', { name: 'Option' }));
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'Color');
    await user.type(values()[1] as HTMLElement, 'Red, Blue, Green, White');
    await user.click(screen.getByRole('button', { name: 'Make 12 variants' }));
    const first = within(await screen.findByRole('region', { name: 'Variant S / Red' }));
    const price = first.getByRole('textbox', { name: /^Price/ });
    await user.clear(price);
    await user.type(price, '12.50');
    const json = await savedJson(MUG);
    expect(listAt(json, '/structuredContent/variants')).toHaveLength(12);
    expect(at(json, '/structuredContent/variants/0')).toMatchObject({
      price: 1250,
      priceMoney: { value: '12.50', currency: 'USD' },
    });
  });

  test('E-127 a digital product is not subscribed to', async () => {
    const { user } = renderIn(<PagesPanel />, product);
    expect(await screen.findByRole('switch', { name: 'Sold as a subscription' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /What is sold/ }));
    await user.click(await screen.findByRole('option', { name: 'A file that is downloaded' }));
    await waitFor(() =>
      expect(screen.queryByRole('switch', { name: 'Sold as a subscription' })).not.toBeInTheDocument(),
    );
  });
});

test('E-126 the store counts in another currency', async () => {
  const { user, savedJson } = renderIn(<StoreSettings />);
  await user.click(await screen.findByRole('button', { name: /Currency/ }));
  await user.click(await screen.findByRole('option', { name: 'Euro (EUR)' }));
  expect(at(await savedJson('site.json'), '/websiteSettings/storeSettings/currency')).toBe('EUR');
});

describe('files', () => {
  const choose = async (file: File) => {
    const all = renderIn(<FilesPanel />);
    await screen.findByText('oven.jpg');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('files can be chosen');
    input.removeAttribute('accept');
    await all.user.upload(input, file);
    return all;
  };

  test('E-038, E-045 an upload stands in the list, with its size in steps of 1024', async () => {
    const { mock } = await choose(new File(['x'], 'new.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText('new.jpg')).toBeInTheDocument();
    expect(screen.getByText('1.5 KB')).toBeInTheDocument();
    expect(mock.uploads.map(({ name }) => name)).toContain('new.jpg');
  });

  test('E-040, E-042, E-053 a type that is not taken is refused and marked', async () => {
    const { mock } = await choose(new File(['x'], 'a.exe'));
    expect(await screen.findByText('Error uploading')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Unsupported file type.');
    expect(mock.uploads).toHaveLength(2);
  });

  test('E-041, E-042 one that is too large says the maximum', async () => {
    const file = new File(['x'], 'big.jpg');
    Object.defineProperty(file, 'size', { value: 20_000_001 });
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent('File is too large. The maximum size is 20 MB.');
  });

  test('E-039, E-051 a blank name, and a rename that fails', async () => {
    const { user } = renderIn(<FilesPanel />);
    await user.click(await screen.findByText('oven.jpg'));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Please enter a file name')).toBeInTheDocument();
    server.use(http.post('*/config/api/rename', () => new HttpResponse(null, { status: 500 })));
    await user.type(name, 'stove');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('There was a problem while renaming your file.')).toBeInTheDocument();
  });
});

describe('the design', () => {
  test('E-105, E-107, E-109 a colour is set, told and saved', async () => {
    const events: unknown[] = [];
    const { user, session, savedJson } = renderIn(<StylePanel />, { path: 'website/design' });
    session.tweaks.on('change', (detail) => events.push(detail));
    session.tweaks.on('save', () => events.push('save'));
    const ink = await screen.findByRole('textbox', { name: 'Ink' });
    await user.clear(ink);
    await user.type(ink, 'tomato');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(events.at(-1)).toBe('save'));
    expect(events).toContainEqual({ name: 'ink', value: 'tomato' });
    expect(at(await savedJson('site.json'), '/tweaks/ink')).toBe('tomato');
  });

  test('E-108 reset brings the template’s own back', async () => {
    const events: string[] = [];
    const { user, session, savedJson } = renderIn(<StylePanel />, { path: 'website/design' });
    session.tweaks.on('reset', () => events.push('reset'));
    await user.click(await screen.findByRole('switch', { name: 'Rounded' }));
    await user.click(screen.getByRole('button', { name: 'Back to the template’s own' }));
    expect(events).toEqual(['reset']);
    expect(screen.getByRole('switch', { name: 'Rounded' })).not.toBeChecked();
    expect(at(await savedJson('site.json'), '/tweaks/rounded')).toBeUndefined();
  });

  test('E-106, E-110 closing is told, and again once the panel is gone', async () => {
    const events: string[] = [];
    const { session, unmount } = renderIn(<StylePanel />, { path: 'website/design' });
    session.tweaks.on('close', () => events.push('close'));
    session.tweaks.on('after-close', () => events.push(`after-close ${screen.queryByRole('region') === null}`));
    unmount();
    await waitFor(() => expect(events).toEqual(['close', 'after-close true']));
  });

  test('E-112, E-113 what is no colour is refused and not saved', async () => {
    const { user, session } = renderIn(<StylePanel />, { path: 'website/design' });
    const ink = await screen.findByRole('textbox', { name: 'Ink' });
    await user.clear(ink);
    await user.type(ink, '#abcd');
    expect(await screen.findByText(/#abcd is not a color/)).toBeInTheDocument();
    expect(at(session.$documents.get().files.get('site.json') as never, '/json/tweaks/ink')).not.toBe('#abcd');
  });

  test('E-034 the fonts stand under their headings', async () => {
    const { user } = renderIn(<StylePanel />, { path: 'website/design' });
    await user.click(await screen.findByRole('button', { name: /Text font/ }));
    const headings = within(await screen.findByRole('listbox'))
      .getAllByRole('group')
      .map((group) => group.querySelector('header')?.textContent);
    expect(headings).toEqual(['Sans Serif', 'Serif', 'Display', 'Script', 'Slab Serif', 'Mono', 'Other']);
  });

  test('E-035 a font list that fails', async () => {
    const answers = [http.get('*/config/api/fonts', () => new HttpResponse(null, { status: 500 }))];
    renderIn(<StylePanel />, { path: 'website/design', answers });
    expect(await screen.findByText('Unable to load fonts')).toBeInTheDocument();
  });

  test('E-037 without a list of the server’s own the bundled fonts are there, and one is written into the site', async () => {
    const answers = [http.get('*/config/api/fonts', () => new HttpResponse(null, { status: 404 }))];
    const { user, savedJson } = renderIn(<StylePanel />, { path: 'website/design', answers });
    await user.click(await screen.findByRole('button', { name: /Text font/ }));
    await user.click(await screen.findByRole('option', { name: 'Rockwell' }));
    expect(await savedJson('site.json')).toMatchObject({
      tweaks: { 'text-font': expect.stringMatching(/^Rockwell, /) as string },
    });
  });

  test('E-036 a font whose file is missing', async () => {
    const Missing = class {
      load = () => Promise.reject(new Error('404'));
    };
    Object.assign(window, { FontFace: Missing });
    renderIn(<FontPreview font={{ name: 'Lora', category: 'Serif', stack: 'Lora', url: '/fonts/lora.woff2' }} />);
    expect(await screen.findByText('Unable to load preview for Lora')).toBeInTheDocument();
    Reflect.deleteProperty(window, 'FontFace');
  });
});

describe('waiting lists', () => {
  const ROOT = '*/api/site-users/account/notifications/restock';
  const groups = ['S', 'M', 'L'].map((variantId, index) => ({
    productId: 'mug',
    variantId,
    productTitle: 'Mug',
    variantName: `Size ${variantId}`,
    count: index + 1,
  }));

  test('E-136, E-138, E-139 the groups, one notice, all notices', async () => {
    let left = groups;
    const sent: unknown[] = [];
    server.use(
      http.get(`${ROOT}/groups`, () => HttpResponse.json({ signUpGroups: left, hasNextPage: false })),
      http.post(`${ROOT}/send`, async ({ request }) => {
        sent.push(await request.json());
        left = left.slice(1);
        return HttpResponse.json({ sent: 1 });
      }),
      http.post(`${ROOT}/send/all`, async ({ request }) => {
        sent.push(await request.json());
        left = [];
        return HttpResponse.json({ sent: 2 });
      }),
    );
    const { user } = renderIn(<RestockPanel />);
    expect(await screen.findByText('3 wait')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send the notice for Mug, Size S' }));
    await waitFor(() => expect(screen.queryByText('1 waits')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Send all notices' }));
    expect(await screen.findByText(/^Nobody waits for anything\. When/)).toBeInTheDocument();
    expect(sent).toEqual([
      { productId: 'mug', variantId: 'S' },
      {
        sendRequests: [
          { productId: 'mug', variantId: 'M' },
          { productId: 'mug', variantId: 'L' },
        ],
      },
    ]);
  });

  test('E-137 a group of 45 is read in three pages', async () => {
    let asked = 0;
    server.use(
      http.get(`${ROOT}/groups`, () => HttpResponse.json({ signUpGroups: groups, hasNextPage: false })),
      http.get(ROOT, ({ request }) => {
        asked += 1;
        const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
        const size = Math.min(20, 45 - from);
        const signUps = Array.from({ length: size }, (_, n) => ({ email: `a${from + n}@example.com`, createdOn: 0 }));
        return HttpResponse.json({ signUps, hasNextPage: from + size < 45, nextPageCursor: String(from + size) });
      }),
    );
    const { user } = renderIn(<RestockPanel />);
    await user.click(await screen.findByRole('button', { name: 'Who waits for Mug, Size S' }));
    expect(await screen.findByText('45 wait')).toBeInTheDocument();
    expect(asked).toBe(3);
  });
});

describe('the whole site', () => {
  test('E-133 header and footer are read, changed and put back', async () => {
    const put: unknown[] = [];
    server.use(
      http.get('*/api/site-header-footer', () => HttpResponse.json({ header: '<b>Old</b>', footer: {} })),
      http.put('*/api/site-header-footer', async ({ request }) => {
        put.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    const { user } = renderIn(<HeaderFooter />);
    const header = await screen.findByRole('textbox', { name: 'Header' });
    await user.clear(header);
    await user.type(header, 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(put).toEqual([{ header: 'New', footer: '' }]);
  });

  test('E-135 both languages are named', async () => {
    server.use(
      http.get('*/api/multilingual/status', () =>
        HttpResponse.json({ enabled: true, defaultLanguage: 'en', languages: ['en', 'de'] }),
      ),
    );
    renderIn(<Languages />);
    expect(await screen.findByText('English (en) · default')).toBeInTheDocument();
    expect(screen.getByText('Deutsch (de)')).toBeInTheDocument();
  });

  test('E-161 the roles stand by their names in the order of their codes, which nobody has to know', async () => {
    renderIn(<PermissionsPanel />);
    await screen.findByRole('button', { name: 'Make a key' });
    const rows = within(screen.getByRole('list', { name: 'Roles' })).getAllByRole('listitem');
    expect(rows).toHaveLength(12);
    expect(rows[0]).toHaveTextContent(/^Administrator/);
    expect(rows[4]).toHaveTextContent(/^Moderator/);
    for (const row of rows) expect(row).not.toHaveTextContent(/\d/);
  });

  test('E-024 time zones that cannot be loaded can be tried again', async () => {
    const load = jest.fn<Promise<string[]>, []>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(['UTC']);
    const { user } = renderIn(<Zones path="site.json" pointer="/website/timeZone" load={load} />);
    expect(
      await screen.findByText('Unable to load time zones. Try again, or check that the site can be reached.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Time zone/ })).toHaveTextContent('America/New York');
  });

  test('E-016 which browsers have no code editor', () => {
    expect(isAndroid('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toBe(true);
    expect(isAndroid('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });

  test('publishing shows what goes live, and every step', async () => {
    const { user } = renderIn(<Publish onClose={() => undefined} />);
    expect(await screen.findByText('1 new page')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('Published. 2 files were sent.')).toBeInTheDocument();
  });

  test('S-397 an earlier version is made live again after a question, and a refusal is said', async () => {
    const { user } = renderIn(<Publish onClose={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Earlier versions' }));
    const list = await screen.findByRole('region', { name: 'Earlier versions' });
    expect(await within(list).findAllByRole('listitem')).toHaveLength(2);
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('Live');
    await user.click(within(list).getByRole('button', { name: /^Make live again: Nov/ }));
    await user.click(await screen.findByRole('button', { name: 'Make live again' }));
    expect(await screen.findByText(/^Live again: Nov 26, 2026/)).toBeInTheDocument();
    await waitFor(() => expect(within(list).getAllByRole('listitem')[1]).toHaveTextContent('Live'));
    const message = 'This version is not kept any more.';
    server.use(
      http.post('*/config/api/versions', () => HttpResponse.json({ code: 'version', message }, { status: 400 })),
    );
    await user.click(within(list).getByRole('button', { name: /^Make live again: Nov/ }));
    await user.click(await screen.findByRole('button', { name: 'Make live again' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});
