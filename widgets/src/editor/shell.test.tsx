import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { atom } from 'nanostores';
import { lazy } from 'react';
import { server } from '../../mock-api/server.ts';
import { sendFile } from './client/upload.ts';
import { at } from './core/json.ts';
import type { Tool } from './core/role.ts';
import { SAVED, type Saving } from './core/saving.ts';
import { Editor, newQueryClient } from './Editor.tsx';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { Issues } from './panel/Issues.tsx';
import { $device, $editing, $page, frameAddress, placeFor, showOnceBuilt, sourceOf, WIDTHS } from './panel/view.ts';
import { keeps, tidy } from './richtext/html.ts';
import { RichText } from './richtext/RichText.tsx';
import { Loaded } from './shell/Boundary.tsx';
import { Frame } from './shell/Frame.tsx';
import { Rail } from './shell/Rail.tsx';
import { SaveState } from './shell/SaveState.tsx';
import { Shell } from './shell/Shell.tsx';
import { TopBar } from './shell/TopBar.tsx';
import { partOf } from './state/route.ts';
import { createSession } from './state/session.ts';
import { StylePanel } from './style/StylePanel.tsx';
import { renderIn } from './test/render.tsx';
import { mockSite } from './test/site.ts';

const person = (...tools: Tool[]) => ({ role: { codes: [3], tools, mayPublish: false, signedIn: true } });

beforeEach(() => {
  $device.set('desktop');
  $editing.set(true);
  $page.set('/');
});

describe('the frame', () => {
  const SITE = 'http://site.localhost';
  const say = (frame: HTMLIFrameElement, data: unknown, from: Partial<MessageEventInit> = {}) =>
    fireEvent(window, new MessageEvent('message', { data, origin: SITE, source: frame.contentWindow, ...from }));

  test('E-003, E-004 it tells that a page has come, and that it is left', () => {
    const events: string[] = [];
    const { session } = renderIn(<Frame />);
    session.frame.on('load', ({ url }) => events.push(`load ${url}`));
    session.frame.on('iframe unload', () => events.push('iframe unload'));
    const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
    say(frame, { loggia: 'frame', type: 'shown', path: '/blog' });
    say(frame, { loggia: 'frame', type: 'left' });
    expect(events).toEqual(['load /blog', 'iframe unload']);
    expect($page.get()).toBe('/blog');
  });

  test('W-069 a widget of the page leads the frame to another page of the site, and to none of another', () => {
    renderIn(<Frame />);
    const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
    say(frame, { loggia: 'frame', type: 'shown', path: '/' });
    say(frame, { loggia: 'frame', type: 'go', path: '/cart' });
    expect(frame.src).toBe(`${SITE}/cart?loggia-edit=pass`);
    say(frame, { loggia: 'frame', type: 'shown', path: '/cart' });
    say(frame, { loggia: 'frame', type: 'go', path: '/checkout/confirmed?order=7' });
    expect(frame.src).toBe(`${SITE}/checkout/confirmed?order=7&loggia-edit=pass`);
    for (const path of ['//evil.example/', '/\\evil.example', 'https://evil.example/', '/a#b', 'javascript:0'])
      say(frame, { loggia: 'frame', type: 'go', path });
    expect(frame.src).toBe(`${SITE}/checkout/confirmed?order=7&loggia-edit=pass`);
  });

  test('E-001 a page that is on its way while a build ends is looked at once more when it has come', () => {
    const { session } = renderIn(<Frame />);
    const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
    const told = jest.spyOn(frame.contentWindow as Window, 'postMessage');
    const reloads = () => told.mock.calls.filter(([message]) => (message as { type: string }).type === 'reload').length;
    say(frame, { loggia: 'frame', type: 'shown', path: '/' });
    act(() => session.$built.set(1));
    expect(reloads()).toBe(1);
    // The build of the step after it ends while the page is still coming.
    act(() => session.$built.set(2));
    expect(reloads()).toBe(1);
    say(frame, { loggia: 'frame', type: 'shown', path: '/' });
    expect(reloads()).toBe(2);
    say(frame, { loggia: 'frame', type: 'shown', path: '/' });
    expect(reloads()).toBe(2);
    act(() => $page.set('/blog'));
    say(frame, { loggia: 'frame', type: 'shown', path: '/blog' });
    expect(reloads()).toBe(2);
  });

  test('E-001 a page that was made is shown when it is saved and built, not when something else is', () => {
    jest.useFakeTimers();
    try {
      const built = atom(0);
      const saving = atom<Saving>({ is: 'unsaved' });
      showOnceBuilt({ $built: built, $saving: saving }, '/new');
      built.set(1);
      expect($page.get()).toBe('/');
      saving.set({ is: 'saving' });
      saving.set(SAVED);
      expect($page.get()).toBe('/');
      built.set(2);
      expect($page.get()).toBe('/new');
      // A site with errors is not built: the page is there all the same.
      showOnceBuilt({ $built: built, $saving: saving }, '/other');
      jest.advanceTimersByTime(2900);
      expect($page.get()).toBe('/new');
      jest.advanceTimersByTime(200);
      expect($page.get()).toBe('/other');
      $page.set('/');
      built.set(3);
      expect($page.get()).toBe('/');
    } finally {
      jest.useRealTimers();
    }
  });

  test('S-108 what another origin, another window or an odd message says is not heard', () => {
    const { session } = renderIn(<Frame />);
    const events: string[] = [];
    session.frame.on('load', ({ url }) => events.push(url));
    session.frame.on('iframe unload', () => events.push('unload'));
    const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
    const good = { loggia: 'frame', type: 'shown', path: '/blog' };
    const before = window.location.href;
    say(frame, good, { origin: 'http://site.localhost:81' });
    say(frame, good, { origin: window.location.origin });
    say(frame, good, { source: window });
    say(frame, good, { source: null });
    for (const odd of [
      null,
      'shown',
      { ...good, loggia: 'editor' },
      { ...good, path: '//evil.example' },
      { ...good, path: '/\\evil.example' },
      { ...good, path: 'https://evil.example' },
      { ...good, path: '/a?b' },
      { ...good, path: `/${'a'.repeat(3000)}` },
      { ...good, path: { toString: () => '/x' } },
      { loggia: 'frame', type: 'edit', source: '#/x' },
      { loggia: 'frame', type: 'edit', source: ['content/a.json#/x'] },
      { loggia: 'frame', type: 'reload' },
    ])
      say(frame, odd);
    expect(events).toEqual([]);
    expect($page.get()).toBe('/');
    expect(window.location.href).toBe(before);
    say(frame, { loggia: 'frame', type: 'edit', source: 'content/blog/a.json#/title' });
    expect(new URLSearchParams(window.location.search).get('at')).toBe('/title');
  });

  test('S-108 the site stands in a sandbox that cannot lead the editor elsewhere', () => {
    renderIn(<Frame />);
    const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
    expect(new URL(frame.src).origin).toBe(SITE);
    const rights = (frame.getAttribute('sandbox') ?? '').split(' ');
    expect(rights).toContain('allow-scripts');
    expect(rights.filter((right) => /top-navigation|escape-sandbox|pointer-lock/.test(right))).toEqual([]);
  });

  test('E-007 switching click-to-edit off and on tells its new state', async () => {
    const events: boolean[] = [];
    const { user, session } = renderIn(<TopBar onFind={() => undefined} />);
    session.frame.on('editing change', ({ editing }) => events.push(editing));
    const toggle = screen.getByRole('button', { name: 'Click to edit' });
    await user.click(toggle);
    await user.click(toggle);
    expect(events).toEqual([false, true]);
  });

  test('E-008, N-013 desktop, phone and tablet change its width; a phone has at most 432 px', async () => {
    const { user } = renderIn(
      <>
        <TopBar onFind={() => undefined} />
        <Frame />
      </>,
    );
    const frame = screen.getByTitle('The site as it is');
    for (const [name, width] of [
      ['Phone', '390px'],
      ['Tablet', '768px'],
      ['Desktop', '100%'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      expect(frame.style.inlineSize).toBe(width);
    }
    expect(WIDTHS.phone).toBeLessThanOrEqual(432);
  });

  test('a click leads to the file and the place that it comes from', () => {
    expect(sourceOf('content/blog/a.json#/title')).toEqual({ path: 'content/blog/a.json', pointer: '/title' });
    expect(sourceOf('nothing')).toBeUndefined();
    expect(placeFor({ path: 'forms/contact.json', pointer: '/fields/0' })).toEqual({
      path: 'website/forms',
      params: { form: 'forms/contact.json', at: '/fields/0' },
    });
    const preview = 'http://localhost:8080/?loggia-edit=x';
    expect(frameAddress(preview, '/blog', 'http://localhost:8081/config')).toBe(
      'http://localhost:8080/blog?loggia-edit=x',
    );
    for (const elsewhere of ['//evil.example/', 'https://evil.example', 'http://localhost:8081/config'])
      expect(frameAddress(preview, elsewhere, 'http://localhost:8081/config')).toBe(preview);
  });
});

describe('who sees what', () => {
  test('E-162 REPORTING sees analytics only', () => {
    renderIn(<Rail />, { site: person('analytics') });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Analytics']);
  });

  test('E-025 without any part the editor does not open', () => {
    renderIn(<Shell />, { site: person() });
    expect(screen.getByRole('alert')).toHaveTextContent('Your role does not open this part of the site.');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('S-112 VIEWER sees the site and no tool', () => {
    renderIn(<Shell />, { site: { role: { codes: [10], tools: [], mayPublish: false, signedIn: true } } });
    expect(screen.getByTitle('The site as it is')).toBeInTheDocument();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  test('E-149 old and new paths lead to the same part', () => {
    expect(partOf('design')?.name).toBe('design');
    expect(partOf('website/design')?.name).toBe('design');
    expect(partOf('commerce/restock')?.name).toBe('restock');
    expect(partOf('nowhere')).toBeUndefined();
  });
});

test('E-022 what is wrong stands with its file and line, and can be put aside', async () => {
  const issues = [
    {
      code: 'x',
      message: 'This tag is never ended.',
      file: 'template/site.region',
      line: 3,
      column: 7,
      severity: 'error' as const,
    },
    { code: 'y', message: 'A picture has no words.', file: 'content/a.json', line: 1 },
  ];
  const { user } = renderIn(<Issues issues={issues} />);
  expect(screen.getByText('template/site.region:3:7')).toBeInTheDocument();
  await user.click(
    within(screen.getAllByRole('listitem')[0] as HTMLElement).getByRole('button', { name: 'Put aside' }),
  );
  expect(screen.queryByText('This tag is never ended.')).not.toBeInTheDocument();
  expect(screen.getByText('A picture has no words.')).toBeInTheDocument();
});

describe('what opens from the bar', () => {
  const fault = { code: 'x', message: 'This tag is never ended.', file: 'template/site.region', line: 3 };
  const conflict = { path: 'content/a.json', pointer: '/title', yours: 'Bread', theirs: 'Rolls' };

  test('E-022 the list of what is wrong, which closes when one of it is opened', async () => {
    const { user, session } = renderIn(<TopBar onFind={() => undefined} />);
    act(() => session.$diagnostics.set([fault]));
    await user.click(screen.getByRole('button', { name: '1 to look at' }));
    const dialog = await screen.findByRole('dialog', { name: 'What to look at' });
    await user.click(within(dialog).getByRole('button', { name: 'Open' }));
    expect(new URLSearchParams(window.location.search).get('file')).toBe('template/site.region');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('why a value is not saved', async () => {
    const { user, session } = renderIn(<SaveState />);
    act(() => session.$saving.set({ is: 'refused', diagnostics: [fault] }));
    await user.click(screen.getByRole('button', { name: 'Look' }));
    const dialog = await screen.findByRole('dialog', { name: 'Not saved yet' });
    expect(dialog).toHaveTextContent('The site does not take this value.');
    expect(dialog).toHaveTextContent('This tag is never ended.');
  });

  test('both values of a conflict', async () => {
    const { user, session } = renderIn(<SaveState />);
    act(() => session.$saving.set({ is: 'conflict', conflicts: [conflict] }));
    await user.click(screen.getByRole('button', { name: 'Look' }));
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else changed the same' });
    expect(within(dialog).getByText('Bread')).toBeInTheDocument();
    expect(within(dialog).getByText('Rolls')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a dialog whose code cannot be loaded says so, and the rest stays', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const Missing = lazy(() => Promise.reject(new Error('404')));
    renderIn(
      <>
        <p>The rest</p>
        <Loaded>
          <Missing />
        </Loaded>
      </>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Unable to load. Try again.');
    expect(screen.getByText('The rest')).toBeInTheDocument();
  });
});

test('E-109, E-111 the style editor tells before it is seen, and after', () => {
  const events: string[] = [];
  const session = createSession();
  for (const name of ['before-open', 'after-show'] as const) session.tweaks.on(name, () => events.push(name));
  renderIn(<StylePanel />, { path: 'website/design', session });
  expect(events).toEqual(['before-open', 'after-show']);
});

describe('text', () => {
  beforeAll(() => {
    // jsdom draws nothing: where a text stands is nowhere.
    Range.prototype.getClientRects = () => [] as never;
    Range.prototype.getBoundingClientRect = () => new DOMRect();
  });

  test('E-072, E-073 a button formats what is chosen, and the HTML has it', async () => {
    const values: string[] = [];
    const { user } = renderIn(<RichText label="Text" value="<p>Bread</p>" onChange={(html) => values.push(html)} />);
    // Its code comes first, on a busy computer not at once.
    await screen.findByRole('textbox', { name: 'Text' }, { timeout: 20_000 });
    for (const [name, html] of [
      ['Heading 2', '<h2>Bread</h2>'],
      ['Paragraph', '<p>Bread</p>'],
      ['Bulleted list', '<ul><li>Bread</li></ul>'],
      ['Numbered list', '<ol><li>Bread</li></ol>'],
      ['Clear formatting', '<p>Bread</p>'],
      ['Quote', '<blockquote><p>Bread</p></blockquote>'],
      ['Align center', '<blockquote><p style="text-align: center;">Bread</p></blockquote>'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(values.at(-1)).toBe(html));
    }
  });

  test('a text that the toolbar would lose is edited as HTML', async () => {
    const film = '<p>See</p><iframe src="https://films.example/1"></iframe>';
    renderIn(<RichText label="Text" value={film} onChange={jest.fn()} />);
    expect(await screen.findByText(/parts of its own/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue(film);
  });

  test('S-284 a text in Markdown is edited as it looks or as it is written, and stays Markdown', async () => {
    const values: string[] = [];
    const source = '# Bread\n\n| a |\n|---|\n| 1 |\n';
    const { user } = renderIn(
      <RichText isMarkdown label="Text" value={source} onChange={(text) => values.push(text)} />,
    );
    const text = await screen.findByRole('textbox', { name: 'Text' }, { timeout: 20_000 });
    expect(await within(text).findByRole('heading', { name: 'Bread' })).toBeInTheDocument();
    expect(within(text).getByText('This part stays as it is written.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Heading 2' }));
    await waitFor(() => expect(values.at(-1)).toBe(source.replace('# Bread', '## Bread')));
    // Markdown says nothing of where a paragraph stands.
    expect(screen.queryByRole('button', { name: 'Align center' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Edit as Markdown' }));
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue(source);
  });

  test('which texts are kept', () => {
    expect(keeps('<p><b>a</b></p>', '<p><strong>a</strong></p>')).toBe(true);
    expect(keeps('<p style="text-align:center">a</p>', '<p style="text-align: center;">a</p>')).toBe(true);
    expect(keeps('<table><tr><td>a</td></tr></table>', '<p>a</p>')).toBe(false);
    expect(tidy('<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul>')).toBe(
      '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>',
    );
    expect(tidy('<p></p>')).toBe('');
  });
});

describe('uploads that fail', () => {
  const file = new File(['x'], 'a.jpg');
  const UPLOAD = '*/config/api/upload';
  test('E-052 the server cannot', async () => {
    server.use(http.post(UPLOAD, () => new HttpResponse(null, { status: 500 })));
    expect(await sendFile(file, undefined, jest.fn())).toEqual({ failure: 'files.uploadFailed' });
  });
  test('E-046 cut off on the way', async () => {
    server.use(http.post(UPLOAD, () => HttpResponse.error()));
    expect(await sendFile(file, undefined, jest.fn())).toEqual({ failure: 'files.uploadIncomplete' });
  });
  test('E-050 an empty answer', async () => {
    server.use(http.post(UPLOAD, () => new HttpResponse(null, { status: 200 })));
    expect(await sendFile(file, undefined, jest.fn())).toEqual({ failure: 'files.jobEmpty' });
  });
});

test('E-134 a place that is chosen fills address and coordinates', async () => {
  const EVENT = 'content/blog/event.json';
  const json = { title: 'Baking', recordType: 12, startDate: '2026-11-21T18:00:00Z', excerpt: '', body: '' };
  const answers = [
    http.get('*/config/api/file', ({ request }) =>
      request.url.includes('event') ? HttpResponse.json({ path: EVENT, digest: 'd', json }) : undefined,
    ),
    http.get('*/api/google-maps/places/autocomplete', () =>
      HttpResponse.json({ predictions: [{ placeId: 'p1', description: '2 Customs Quay' }] }),
    ),
    http.get('*/api/google-maps/places/details', () =>
      HttpResponse.json({
        addressLine1: '2 Customs Quay',
        addressLine2: 'Port',
        addressCountry: 'Orrin',
        mapLat: 1.5,
        mapLng: -2.5,
      }),
    ),
  ];
  const { user, session } = renderIn(<PagesPanel />, { path: 'website/pages', params: { file: EVENT }, answers });
  await user.type(await screen.findByRole('searchbox', { name: 'Find a place' }), 'cust');
  await user.click(await screen.findByRole('option', { name: '2 Customs Quay' }));
  await waitFor(() =>
    expect(at(session.$documents.get().files.get(EVENT) as never, '/json/location')).toEqual({
      addressLine1: '2 Customs Quay',
      addressLine2: 'Port',
      addressCountry: 'Orrin',
      mapLat: 1.5,
      mapLng: -2.5,
    }),
  );
});

test('E-001 the whole editor opens over its site', async () => {
  server.use(...mockSite().handlers);
  window.history.replaceState(null, '', '/config');
  const client = newQueryClient();
  render(<Editor client={client} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Corner Shop' })).toBeInTheDocument();
  expect(await screen.findByRole('region', { name: 'Home' })).toBeInTheDocument();
  expect(screen.getByTitle('The site as it is')).toHaveAttribute('src', mockSite().site.previewUrl);
});
