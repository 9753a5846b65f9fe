import { jsonOf } from '../core/documents.ts';
import { at } from '../core/json.ts';
import {
  around,
  type Changed,
  cleanLine,
  inside,
  isSameLine,
  joined,
  type Piece,
  pieceOf,
  rangeOf,
  removed,
  split,
  turned,
  typed,
} from '../core/pieces.ts';
import { type FromFrame, tellFrame } from '../panel/frameLink.ts';
import { $writing, placeFor, sourceOf } from '../panel/view.ts';
import { go } from '../state/route.ts';
import type { Session } from '../state/session.ts';
import { named, t } from '../text/words.ts';
import { w } from './words.ts';

/** What is being written: all of a text, or a piece of one with HTML. */
type Held = {
  path: string;
  pointer: string;
  piece: Piece | undefined;
  /** What stands there, as far as it was written here. */
  last: string;
  /** Begins the key of every step of undo that belongs to it. */
  id: string;
  step: number;
};

type Parts = {
  session: Session;
  /** Opens the field of a text. */
  openField: (source: string) => void;
  /** Asks where a selection shall lead. */
  askLink: (href: string) => void;
};

/** Texts that are written on the page: those of pages, posts and products, the site's own words, its menus. */
const WRITABLE = /^(?:content\/[^#]*#|site\.json#\/(?:website|navigation)\/)/;

/** Members that are no words of a reader: addresses and names. A script of the page may ask for them, a hand never does. */
const NO_WORDS = /(?:Url|Id)$|^(?:url|href|src|id|sku|code|email|path|host|key|password)$/;

/** What a template that prints a text as it is would make a tag of. */
const TAG = /<[a-z/!?]/i;

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

let count = 0;

/** Takes what the owner writes on the page into the files, as a field does: each key is a change, and a step of undo. */
export function createWriter({ session, openField, askLink }: Parts) {
  let held: Held | undefined;

  const textIn = ({ path, pointer }: Pick<Held, 'path' | 'pointer'>): string | undefined => {
    const value = at(jsonOf(session.$documents.get(), path), pointer);
    return typeof value === 'string' ? value : undefined;
  };

  function end(): void {
    held = undefined;
    $writing.set(false);
  }

  function refuse(source: string): void {
    end();
    tellFrame({ type: 'write', ok: false });
    openField(source);
  }

  /** Another has changed the same text, here or elsewhere: the page shows it as it is. */
  function giveUp(): void {
    end();
    session.say(w('changed'));
    tellFrame({ type: 'reload' });
  }

  async function begin({ source, at: range, shown }: Extract<FromFrame, { type: 'write' }>): Promise<void> {
    const place = WRITABLE.test(source) ? sourceOf(source) : undefined;
    if (!place || NO_WORDS.test(place.pointer.split('/').at(-1) ?? '')) return refuse(source);
    await session.open(place.path).catch(() => undefined);
    const value = textIn(place);
    const piece = pieceOf(range);
    if (value === undefined) return refuse(source);
    const last = piece ? inside(value, piece) : value;
    // The page may be older than what was typed since.
    if (piece ? !around(value, piece) || !isSameLine(last, shown) : line(last) !== line(shown)) return refuse(source);
    held = { ...place, piece, last, id: `page ${++count}`, step: 0 };
    const tools = ['bold', 'italic', 'paragraph', 'heading2', 'heading3', 'bullets', 'link'];
    const words = Object.fromEntries(tools.map((tool) => [tool, named('text', tool)]));
    tellFrame({
      type: 'write',
      ok: true,
      words: { ...words, bar: w('bar'), field: w('field'), done: t('common.close') },
    });
    const opened = placeFor(place);
    go(opened.path, opened.params);
  }

  function put(now: Held, value: string): void {
    if (value === textIn(now)) return;
    const edits = [{ op: 'set' as const, pointer: now.pointer, value }];
    session.act(w('act'), [{ kind: 'edit', path: now.path, edits }], `${now.id}.${now.step}`);
  }

  function write(now: Held, text: string): void {
    if (now.piece) {
      change(now, (value, piece) => typed(value, piece, cleanLine(text, now.last)));
      return;
    }
    const plain = text.replace(/[\r\n]+/g, ' ').replaceAll('\u00a0', now.last.includes('\u00a0') ? '\u00a0' : ' ');
    if (TAG.test(plain)) {
      session.say(w('tag'));
      refuse(`${now.path}#${now.pointer}`);
      return;
    }
    if (plain.trim() === now.last.trim()) return;
    now.last = plain;
    put(now, plain);
  }

  /** Changes the text around the piece that is written, and tells the page where everything stands now. */
  function change(
    now: Held,
    make: (value: string, piece: Piece) => (Changed & { first?: Piece }) | undefined,
    isOwnStep = false,
  ): void {
    const value = textIn(now);
    const { piece } = now;
    const fits = piece !== undefined && value !== undefined && inside(value, piece) === now.last;
    const made = fits ? make(value, piece) : undefined;
    if (!made) {
      giveUp();
      return;
    }
    if (isOwnStep) now.step += 1;
    put(now, made.value);
    now.piece = made.piece;
    now.last = inside(made.value, made.piece);
    const { from, by, first } = made;
    tellFrame({ type: 'piece', at: rangeOf(made.piece), from, by, ...(first ? { first: rangeOf(first) } : {}) });
  }

  function takeBack({ id }: Held): void {
    while (session.$documents.get().past.at(-1)?.key?.startsWith(`${id}.`)) if (!session.undo()) return;
  }

  // What stood in a list may stand elsewhere in it now.
  session.moves.on('moved', ({ path, follow }) => {
    if (held?.path !== path) return;
    const pointer = follow(held.pointer);
    if (pointer === undefined) giveUp();
    else held.pointer = pointer;
  });

  function hearWritten(message: FromFrame, now: Held): void {
    const clean = (html: string) => cleanLine(html, now.last);
    if (message.type === 'typed') write(now, message.text);
    if (message.type === 'split') {
      const [before, after] = [clean(message.before), clean(message.after)];
      change(now, (value, piece) => split(value, piece, before, after), true);
    }
    if (message.type === 'turn') {
      write(now, message.text);
      if (held === now) change(now, (value, piece) => turned(value, piece, message.into), true);
      if (held === now) tellFrame({ type: 'turned', into: message.into });
    }
    if (message.type === 'join') {
      const first = pieceOf(message.first);
      change(now, (value, piece) => first && joined(value, piece, first), true);
    }
    if (message.type === 'remove') change(now, removed, true);
    if (message.type === 'link') askLink(message.href);
    if (message.type === 'wrote') {
      if (!message.keep) takeBack(now);
      end();
    }
  }

  return {
    async hear(message: FromFrame): Promise<void> {
      if (message.type === 'write') await begin(message);
      else if (message.type === 'field') {
        end();
        openField(message.source);
      } else if (message.type !== 'key') {
        if (held) hearWritten(message, held);
      } else if (message.key === 'save') void session.save();
      else if (message.key === 'undo') session.undo();
      else session.redo();
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;
