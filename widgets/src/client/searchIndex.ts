/** A file of the index that has not come after this long is given up. Milliseconds. */
export const SEARCH_TIMEOUT_MS = 20_000;

/** The first file of the search's index; `generator/src/search` writes it and those it names (G-128). */
export type SearchContents = {
  layout: number;
  /** How many pages are known. */
  documents: number;
  /** How many words a title, the labels and the text have on the average. */
  average: [title: number, labels: number, text: number];
  /** The beginning of words → the file that holds them. */
  words: Record<string, string>;
  /** Every word, one a line. */
  list?: string;
  /** How many bits of a page's number choose the file of its card. */
  bits: number;
  cards: Record<string, string>;
};

/** Words with their pages: codes of five characters by field, the page's number and how often. */
export type SearchShelf = {
  /** Codes of seven characters: the page's number and the lengths of its fields. */
  lengths: string;
  words: Record<string, [title: string, labels: string, text: string]>;
};

/** A page as the results show it. */
export type SearchCard = {
  title: string;
  url: string;
  text?: string;
  tags?: string[];
  categories?: string[];
  image?: string;
  /** The lowest price, in minor units. */
  price?: number;
};

const asked = new Map<string, Promise<string>>();

async function fetched(url: string): Promise<string> {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), SEARCH_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: limit.signal });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return await response.text();
  } finally {
    clearTimeout(late);
  }
}

/** A file of the index as text, asked for once; one that did not come is asked for again the next time. */
export function searchText(url: string): Promise<string> {
  const known = asked.get(url);
  if (known) return known;
  const coming = fetched(url);
  asked.set(url, coming);
  coming.catch(() => asked.delete(url));
  return coming;
}

/** A file of the index. */
export const searchFile = async <T>(url: string): Promise<T> => JSON.parse(await searchText(url)) as T;
