import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useEffect, useRef, useState } from 'react';
import { renderIn } from '../test/render.tsx';
import { NoteField } from './NoteField.tsx';
import { NoteText } from './NoteText.tsx';
import { DE } from './words/de.ts';
import { EN } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

const STAFF = ['ann@shop.example', 'ben@shop.example', 'bob@shop.example'].map((name) => ({ id: name, name }));

function Typed({ onKey }: { onKey?: (key: string) => void }) {
  const [text, setText] = useState('');
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => around.current?.addEventListener('keydown', ({ key }) => onKey?.(key)), [onKey]);
  return (
    <div ref={around}>
      <NoteField label="Note" text={text} onChange={setText} />
    </div>
  );
}

/** A field over the staff of a shop; how often it was asked who they are. */
function field(onKey?: (key: string) => void) {
  const asked = { times: 0 };
  const answers = [
    http.get('*/api/commerce/desk/colleagues', () => {
      asked.times += 1;
      return HttpResponse.json({ colleagues: STAFF });
    }),
  ];
  const { user } = renderIn(<Typed {...(onKey ? { onKey } : {})} />, { answers });
  return { user, asked, note: screen.getByRole('textbox', { name: 'Note' }) };
}

const active = (note: HTMLElement) =>
  document.getElementById(note.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;

describe('S-775 the field of a note', () => {
  test('an @ offers the staff; arrows go round, Enter takes one, and the field keeps the focus', async () => {
    const { user, asked, note } = field();
    await user.type(note, 'Ask eve@x.example or ');
    expect(asked.times).toBe(0);
    await user.type(note, '@b');
    const list = await screen.findByRole('listbox', { name: EN.people });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'ben@shop.example',
      'bob@shop.example',
    ]);
    expect([note.getAttribute('aria-controls'), active(note)]).toEqual([list.id, 'ben@shop.example']);
    expect(screen.getByText('People to choose from: 2')).toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    expect(active(note)).toBe('bob@shop.example');
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(active(note)).toBe('ben@shop.example');
    await user.keyboard('{Enter}now');
    expect(note).toHaveValue('Ask eve@x.example or @ben@shop.example now');
    expect(note).toHaveFocus();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(asked.times).toBe(1);
  });

  test('Escape closes the list alone, and the keys of the list are nobody else’s', async () => {
    const keys: string[] = [];
    const { user, note } = field((key) => keys.push(key));
    await user.type(note, '@');
    await screen.findByRole('listbox');
    await user.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(keys).not.toContain('Escape');
    expect([note, active(note)]).toEqual([note, null]);
    expect(note).toHaveFocus();
    // Closed, keys are those of a field again.
    await user.keyboard('{Enter}{Escape}');
    expect(note).toHaveValue('@\n');
    expect(keys.slice(-2)).toEqual(['Enter', 'Escape']);
  });

  test('a press takes somebody in the middle of what stands there', async () => {
    const { user, note } = field();
    await user.type(note, 'Ask  today');
    await user.type(note, '@an', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    await user.click(await screen.findByRole('option', { name: 'ann@shop.example' }));
    expect(note).toHaveValue('Ask @ann@shop.example today');
    await user.keyboard('!');
    expect(note).toHaveValue('Ask @ann@shop.example !today');
  });

  test('who is called by no name of the staff is said so, and what is typed stays', async () => {
    const { user, note } = field();
    await user.type(note, '@zoe');
    expect(await screen.findByText(EN.noneFound)).toBeInTheDocument();
    await user.keyboard('{Enter}x');
    expect(note).toHaveValue('@zoe\nx');
  });
});

test('S-775 a note is read with whom it names set apart, whatever their text holds', async () => {
  const parts = [
    { text: 'Ask ', isMention: false, isYou: false },
    { text: '@<b>ben</b>', isMention: true, isYou: false },
    { text: '@me', isMention: true, isYou: true },
  ];
  const { container } = renderIn(
    <p>
      <NoteText text="x" parts={parts} />
    </p>,
  );
  await waitFor(() => expect(container).toHaveTextContent('Ask @<b>ben</b>@me'));
  expect([container.querySelector('strong')?.textContent, container.querySelector('mark')?.textContent]).toEqual([
    '@<b>ben</b>',
    '@me',
  ]);
  renderIn(<NoteText text="As it was. @{0}" parts={[]} />);
  expect(screen.getByText('As it was. @{0}')).toBeInTheDocument();
});

test('S-775 every language has every word with the same names', () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const words of [DE, FR, ES])
    for (const [key, text] of Object.entries(EN)) expect(names(words[key as keyof typeof EN])).toEqual(names(text));
});
