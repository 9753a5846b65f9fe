import MiniSearch, { type AsPlainObject, type SearchOptions } from 'minisearch';
import {
  type SearchCard,
  type SearchContents,
  type SearchShelf,
  searchFile,
  searchText,
} from '../client/searchIndex.ts';
import { searchWords } from '../domain/searchWords.ts';

/** The layout of the index that this program reads. */
const LAYOUT = 1;
/** Words of a question that are looked at. */
const MOST_WORDS = 8;
/** Files of words that the beginning of a word may ask for. */
const MOST_SHELVES = 6;
/** Words that a mistyped one may stand for. */
const MOST_GUESSES = 4;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FIELDS = ['title', 'labels', 'text'] as const;

/** How well a page answers: how many words of the question it has, how many in its title. */
type Match = { words: number; titles: number; score: number };

const digit = (code: string) => DIGITS.indexOf(code);
const numberOf = (code: string) => [...code].reduce((number, character) => number * 64 + digit(character), 0);
const folder = (index: string) => index.slice(0, index.lastIndexOf('/') + 1);
const cut = (text: string, size: number) => text.match(new RegExp(`.{${size}}`, 'gs')) ?? [];

/** How many letters of a word may be wrong: one in five, none of a short one. */
const fuzzy = (word: string) => (word.length > 3 ? 0.2 : false);

/** MiniSearch over one file of words, as it would be had it indexed the pages itself. */
function engineOf({ documents, average }: SearchContents, { lengths, words }: SearchShelf): MiniSearch {
  const places = new Map<string, number>();
  const documentIds: Record<number, string> = {};
  const fieldLength: Record<number, number[]> = {};
  cut(lengths, 7).forEach((known, place) => {
    const [title = 0, labels = 0, text = 0] = [...known.slice(4)].map(digit);
    places.set(known.slice(0, 4), place);
    documentIds[place] = known.slice(0, 4);
    fieldLength[place] = [title, labels, text * 8];
  });
  const pagesOf = (field: string) =>
    Object.fromEntries(
      cut(field, 5).map((posting) => [places.get(posting.slice(0, 4)) ?? 0, digit(posting[4] ?? 'B')]),
    );
  const index = Object.entries(words).map(([word, fields]) => {
    const known = fields.map((field, place) => [place, pagesOf(field)] as const);
    return [word, Object.fromEntries(known.filter(([place]) => fields[place]))] as const;
  });
  const made = {
    documentCount: documents,
    nextId: places.size,
    documentIds,
    fieldIds: { title: 0, labels: 1, text: 2 },
    fieldLength,
    averageFieldLength: average,
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  } as unknown as AsPlainObject;
  return MiniSearch.loadJS(made, { fields: [...FIELDS], tokenize: (text) => [text], processTerm: (word) => word });
}

const engines = new Map<string, MiniSearch>();

async function engine(index: string, contents: SearchContents, file: string): Promise<MiniSearch> {
  const url = folder(index) + file;
  const shelf = await searchFile<SearchShelf>(url);
  const known = engines.get(url) ?? engineOf(contents, shelf);
  engines.set(url, known);
  return known;
}

/** The files that may hold a word: that of its longest beginning, and those of longer words. */
function shelvesOf({ words }: SearchContents, word: string): string[] {
  const beginnings = Object.keys(words);
  const own = beginnings.filter((beginning) => word.startsWith(beginning)).sort((a, b) => b.length - a.length)[0];
  const longer = beginnings.filter((beginning) => beginning.length > word.length && beginning.startsWith(word));
  return [own, ...longer.slice(0, MOST_SHELVES)].flatMap((beginning) =>
    beginning === undefined ? [] : [words[beginning] ?? ''],
  );
}

/** The pages of one word. A title counts before labels, and labels before the text. */
async function pagesOfWord(index: string, contents: SearchContents, word: string, options: SearchOptions) {
  const found = new Map<string, Match>();
  for (const file of shelvesOf(contents, word)) {
    const results = (await engine(index, contents, file)).search(word, {
      boost: { title: 8, labels: 4 },
      ...options,
    });
    for (const { id, score, match } of results) {
      const inTitle = Object.entries(match).some(([term, fields]) => term.startsWith(word) && fields.includes('title'));
      const known = found.get(String(id)) ?? { words: 1, titles: 0, score: 0 };
      found.set(String(id), { words: 1, titles: Math.max(known.titles, +inTitle), score: known.score + score });
    }
  }
  return found;
}

/** Of all words of the site those that a mistyped one may stand for. */
async function guesses(index: string, contents: SearchContents, word: string): Promise<string[]> {
  if (!contents.list) return [];
  const known = (await searchText(folder(index) + contents.list)).split('\n');
  const everywhere = { lengths: 'AAAABBB', words: Object.fromEntries(known.map((each) => [each, ['', '', 'AAAAB']])) };
  const [found] = engineOf(contents, everywhere as SearchShelf).search(word, { fuzzy: fuzzy(word) });
  return Object.keys(found?.match ?? {}).slice(0, MOST_GUESSES);
}

/** The pages of a word that no page has, taken for a mistake: first where it would stand, then wherever one like it does. */
async function pagesOfMistake(index: string, contents: SearchContents, word: string) {
  const found = word.length > 4 ? await pagesOfWord(index, contents, word, { fuzzy: 2 }) : new Map<string, Match>();
  if (found.size || word.length < 4) return found;
  for (const guess of await guesses(index, contents, word))
    for (const [code, { score }] of await pagesOfWord(index, contents, guess, {}))
      found.set(code, { words: 1, titles: 0, score: (found.get(code)?.score ?? 0) + score });
  return found;
}

/**
 * The pages that answer a question, the best first: those with all of its words, else those with most; words in titles
 * before words in texts (W-220). Only the files of the question's words are fetched. Typing mistakes are forgiven.
 */
export async function find(index: string, question: string): Promise<string[]> {
  const words = [...new Set(searchWords(question))].slice(0, MOST_WORDS);
  if (!words.length) return [];
  const contents = await searchFile<SearchContents>(index);
  if (contents.layout !== LAYOUT) throw new Error(`the search index has the layout ${contents.layout}`);
  const each = await Promise.all(
    words.map(async (word) => {
      const pages = await pagesOfWord(index, contents, word, { prefix: word.length > 1, fuzzy: fuzzy(word) });
      return pages.size ? pages : pagesOfMistake(index, contents, word);
    }),
  );
  const all = new Map<string, Match>();
  for (const pages of each)
    for (const [code, match] of pages) {
      const sum = all.get(code) ?? { words: 0, titles: 0, score: 0 };
      all.set(code, {
        words: sum.words + 1,
        titles: sum.titles + match.titles,
        score: sum.score + match.score,
      });
    }
  const most = Math.max(0, ...[...all.values()].map((match) => match.words));
  const best = [...all].filter(([, match]) => match.words === most);
  best.sort(([one, a], [other, b]) => b.titles - a.titles || b.score - a.score || (one < other ? -1 : 1));
  return best.map(([code]) => code);
}

/** The cards of some results, in their order. */
export async function cardsOf(index: string, codes: readonly string[]): Promise<SearchCard[]> {
  const { bits, cards } = await searchFile<SearchContents>(index);
  const found = await Promise.all(
    codes.map(async (code) => {
      const file = cards[String(bits ? numberOf(code) >> (24 - bits) : 0)];
      return file ? (await searchFile<Record<string, SearchCard>>(folder(index) + file))[code] : undefined;
    }),
  );
  return found.filter((card) => card !== undefined);
}
