import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { jsonOf } from './core/documents.ts';
import { at, type Json } from './core/json.ts';
import { $editing, $page, $writing } from './panel/view.ts';
import { Frame } from './shell/Frame.tsx';
import { renderIn } from './test/render.tsx';

const SITE = 'http://site.localhost';
const POST = 'content/blog/first.json';
const BODY = '<p>Bread is <strong>good</strong>.</p>';
const RANGE = '3-34';

beforeEach(() => {
  $editing.set(true);
  $writing.set(false);
  $page.set('/');
});

/** The frame with a page that speaks; `told` are the answers to it. */
function open() {
  const view = renderIn(<Frame />);
  const frame = screen.getByTitle<HTMLIFrameElement>('The site as it is');
  const told: Record<string, unknown>[] = [];
  jest.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation((message: unknown) => {
    told.push(message as Record<string, unknown>);
  });
  const say = (message: Record<string, unknown>) =>
    fireEvent(
      window,
      new MessageEvent('message', { data: { loggia: 'frame', ...message }, origin: SITE, source: frame.contentWindow }),
    );
  const has = (type: string) => told.filter((message) => message.type === type);
  const begin = async (pointer: string, range: string, shown: string, path = POST) => {
    frame.focus();
    const answers = has('write').length;
    say({ type: 'write', source: `${path}#${pointer}`, at: range, shown });
    await waitFor(() => expect(has('write')).toHaveLength(answers + 1));
    return has('write').at(-1)?.ok;
  };
  const value = (pointer: string): Json | undefined => at(jsonOf(view.session.$documents.get(), POST), pointer);
  const reads = (pointer: string, wanted: Json) => waitFor(() => expect(value(pointer)).toEqual(wanted));
  return { ...view, frame, told, say, has, begin, value, reads };
}

describe('S-409 a text is written on the page', () => {
  test('each key changes the file as its field does, one step of undo for all of it', async () => {
    const { begin, say, reads, session, savedJson } = open();
    expect(await begin('/title', 'text', ' The first  loaf ')).toBe(true);
    for (const text of ['The first loaf!', 'The first loaf!\u00a0', 'The first loaf! Hot'])
      say({ type: 'typed', text });
    await reads('/title', 'The first loaf! Hot');
    say({ type: 'wrote', keep: true });
    await waitFor(() => expect($writing.get()).toBe(false));
    expect(at(await savedJson(POST), '/title')).toBe('The first loaf! Hot');
    expect(session.$documents.get().past).toHaveLength(1);
    act(() => void session.undo());
    await reads('/title', 'The first loaf');
  });

  test('Escape gives back what stood there, and leaves no step of undo', async () => {
    const { begin, say, reads, session } = open();
    await begin('/body', '3-40', 'Bread is <strong>good</strong>.').then((ok) => expect(ok).toBe(false));
    expect(await begin('/body', RANGE, 'Bread is <strong>good</strong>.')).toBe(true);
    say({ type: 'typed', text: 'Bread is <strong onclick="bad()">best</strong><script>bad()</script>' });
    await reads('/body', '<p>Bread is <strong>best</strong></p>');
    say({ type: 'split', before: 'Bread is', after: '<strong>best</strong>' });
    say({ type: 'typed', text: '<strong>best</strong>!' });
    say({ type: 'turn', into: 'h2', text: '<strong>best</strong>!' });
    await reads('/body', '<p>Bread is</p><h2><strong>best</strong>!</h2>');
    say({ type: 'wrote', keep: false });
    await reads('/body', BODY);
    expect(session.$documents.get().past).toEqual([]);
  });

  test('S-412 the page is not shown anew while somebody writes on it, and is afterwards', async () => {
    const { begin, say, has, session } = open();
    say({ type: 'shown', path: '/blog/first' });
    await begin('/title', 'text', 'The first loaf');
    act(() => session.$built.set(1));
    expect(has('reload')).toEqual([]);
    say({ type: 'wrote', keep: true });
    await waitFor(() => expect(has('reload')).toHaveLength(1));
  });

  test('S-411 a page alone writes nothing: without the owner’s hand, elsewhere, or another text than is there', async () => {
    const { begin, say, frame, value, has, session } = open();
    await act(() => session.open(POST));
    frame.focus();
    frame.blur();
    say({ type: 'write', source: `${POST}#/title`, at: 'text', shown: 'The first loaf' });
    say({ type: 'typed', text: 'Bought' });
    expect(has('write').map(({ ok }) => ok)).toEqual([false, false]);
    expect(await begin('/title', 'text', 'Another loaf')).toBe(false);
    expect(await begin('/codeInjection/head', 'text', '', 'site.json')).toBe(false);
    expect(await begin('', 'text', 'x', 'template/site.region')).toBe(false);
    expect(await begin('/urlId', 'text', 'first')).toBe(false);
    expect(await begin('/navigation/mainNav/0/url', 'text', '/shop', 'site.json')).toBe(false);
    frame.focus();
    say({ type: 'typed', text: 'Bought' });
    // A tag is none of the words of a title: its field takes it, the page does not.
    expect(await begin('/title', 'text', 'The first loaf')).toBe(true);
    say({ type: 'typed', text: '<script>bad()</script>' });
    await waitFor(() => expect(has('write').at(-1)?.ok).toBe(false));
    expect(value('/title')).toBe('The first loaf');
    expect(session.$documents.get().past).toEqual([]);
  });

  test('what another has changed meanwhile is not written over', async () => {
    const { begin, say, has, value, session } = open();
    await begin('/body', RANGE, 'Bread is <strong>good</strong>.');
    const other = '<p>Quite another text.</p>';
    act(
      () =>
        void session.act('other', [
          { kind: 'edit', path: POST, edits: [{ op: 'set', pointer: '/body', value: other }] },
        ]),
    );
    say({ type: 'typed', text: 'Bread' });
    await waitFor(() => expect(has('reload')).toHaveLength(1));
    expect(value('/body')).toBe(other);
    expect($writing.get()).toBe(false);
  });

  test('its link is chosen in the window that fields have', async () => {
    const { begin, say, has, user } = open();
    await begin('/body', RANGE, 'Bread is <strong>good</strong>.');
    say({ type: 'link', href: '/about' });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(has('linked').map(({ href }) => href)).toEqual(['/about', null]));
  });
});
