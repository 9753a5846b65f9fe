import type { components } from '../../contract/schema.gen.ts';

export type Colleague = components['schemas']['Colleague'];
/** A note as the server takes it: a place in the text for each account. */
type Composed = { text: string; mentions: string[] };

/** Stands in the text of a note for whom it names. */
const PLACE = '\uFFFC';
/** How many are offered at once. */
const OFFERED = 8;

const ASKED = /(?:^|[\s("'“„«,;:/])@([^\s@]*(?:@[^\s@]*)?)$/;
const LETTER = /[\p{L}\p{N}._%+@-]/u;
const GOES_ON = /^(?:[\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/u;

/** What is typed before the caret of somebody's name: where its @ stands, and what follows it; null where nobody is being named. */
export function askedAt(text: string, caret: number): { from: number; word: string } | null {
  const word = ASKED.exec(text.slice(0, caret))?.[1];
  return word === undefined ? null : { from: caret - word.length - 1, word };
}

/** Whether a text may name somebody. */
export const mayName = (text: string): boolean => /(?:^|[^\p{L}\p{N}._%+@-])@[^\s@]/u.test(text);

/** Those whose name has what is typed, those who begin with it first. */
export function matching(colleagues: readonly Colleague[], word: string): Colleague[] {
  const wanted = word.toLowerCase();
  const at = ({ name }: Colleague) => name.toLowerCase().indexOf(wanted);
  const found = colleagues.filter((one) => at(one) >= 0);
  return [...found.filter((one) => at(one) === 0), ...found.filter((one) => at(one) > 0)].slice(0, OFFERED);
}

/** Who is named at the @ at a place: the longest name that stands there whole. */
function namedAt(text: string, at: number, colleagues: readonly Colleague[]): Colleague | undefined {
  if (at > 0 && LETTER.test(text[at - 1] ?? '')) return undefined;
  const rest = text.slice(at + 1);
  const lower = rest.toLowerCase();
  const fits = colleagues.filter(
    ({ name }) => name && lower.startsWith(name.toLowerCase()) && !GOES_ON.test(rest.slice(name.length)),
  );
  return fits.sort((one, other) => other.name.length - one.name.length)[0];
}

/** A note as it is sent: the account in place of each name behind an @, whether it was chosen or typed. */
export function composed(typed: string, colleagues: readonly Colleague[]): Composed {
  const mentions: string[] = [];
  const trimmed = typed.replaceAll(PLACE, ' ');
  let text = '';
  for (let at = 0; at < trimmed.length; at += 1) {
    const letter = trimmed[at] ?? '';
    const named = letter === '@' ? namedAt(trimmed, at, colleagues) : undefined;
    text += named ? PLACE : letter;
    if (!named) continue;
    mentions.push(named.id);
    at += named.name.length;
  }
  return { text, mentions };
}
