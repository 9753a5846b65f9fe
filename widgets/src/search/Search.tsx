import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchCard } from '../client/searchIndex.ts';
import { parseQuery } from '../domain/queryString.ts';
import { money } from '../pageData.ts';
import { scrollToElement } from '../platform/scroll.ts';
import { tell } from '../platform/tell.ts';
import { SEARCH_TEXTS } from '../text/catalogue/search.ts';
import { addTexts, plural, text } from '../text/text.ts';
import { cardsOf, find } from './find.ts';
import styles from './Search.module.css';

addTexts(SEARCH_TEXTS);

/** A pause in typing after which the question is answered. Milliseconds. */
export const TYPING_MS = 200;
/** A question that stands so long is one that was meant, and is reported to the tracker (K-027). Milliseconds. */
export const MEANT_MS = 1000;
/** Results that are shown at a time. */
export const RESULTS = 10;

type Part = { title: string; url: string };
type Props = {
  title: string;
  /** The address of the index's first file. */
  index: string;
  /** The parts of the site, shown while nothing is asked. */
  parts: readonly Part[];
};
type Answer = { query: string; codes: string[]; cards: SearchCard[] } | { query: string; failed: true };

/** What the page's address asks. */
const asksNow = () => parseQuery(window.location.search).get('q')?.trim() ?? '';

function keepInAddress(query: string) {
  const url = new URL(window.location.href);
  if (query) url.searchParams.set('q', query);
  else url.searchParams.delete('q');
  window.history.replaceState(window.history.state, '', url);
}

/** The answer to a question, its first results with it. */
async function answerTo(index: string, query: string): Promise<Answer> {
  try {
    const codes = await find(index, query);
    return { query, codes, cards: await cardsOf(index, codes.slice(0, RESULTS)) };
  } catch {
    // The alert says it; the next press asks again.
    return { query, failed: true };
  }
}

function Result({ card }: { card: SearchCard }) {
  const labels = [...(card.categories ?? []), ...(card.tags ?? [])];
  return (
    <li className={styles.result}>
      {card.image ? <img className={styles.image} src={card.image} alt="" loading="lazy" decoding="async" /> : null}
      <div>
        <a className={styles.title} href={card.url}>
          {card.title}
        </a>
        {card.price === undefined ? null : <p className={styles.price}>{money(card.price)}</p>}
        {card.text ? <p className={styles.excerpt}>{card.text}</p> : null}
        {labels.length ? <p className={styles.labels}>{labels.join(' · ')}</p> : null}
      </div>
    </li>
  );
}

/** The search page: a question, and the pages of the site that answer it (W-219, W-220). */
export function Search({ title, index, parts }: Props) {
  const [typed, setTyped] = useState(asksNow);
  const [query, setQuery] = useState(asksNow);
  const [answer, setAnswer] = useState<Answer>();
  const list = useRef<HTMLOListElement>(null);
  /** Which of the results is to have the focus once it stands in the page. */
  const focusAt = useRef<number | null>(null);
  const field = useId();
  const current = answer?.query === query ? answer : undefined;

  // A question that was sent with a press waits for nothing more.
  useEffect(() => {
    if (typed.trim() === query) return;
    const wait = setTimeout(() => setQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(wait);
  }, [typed, query]);

  useEffect(() => {
    keepInAddress(query);
    if (!query) return;
    let stale = false;
    void answerTo(index, query).then((found) => {
      if (!stale) setAnswer(found);
    });
    const meant = setTimeout(() => tell('loggia:search', { query }), MEANT_MS);
    return () => {
      stale = true;
      clearTimeout(meant);
    };
  }, [index, query]);

  // The button that was pressed may be gone: the focus goes to the first of the new results.
  useEffect(() => {
    if (focusAt.current === null || !answer) return;
    const first = list.current?.children[focusAt.current];
    focusAt.current = null;
    if (!first) return;
    first.querySelector('a')?.focus({ preventScroll: true });
    scrollToElement(first);
  }, [answer]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    const asked = typed.trim();
    setQuery(asked);
    if (asked) tell('loggia:search', { query: asked });
    if (current && 'failed' in current) void answerTo(index, asked).then(setAnswer);
  };
  const more = async () => {
    if (!current || 'failed' in current) return;
    const shown = current.cards.length;
    try {
      const next = await cardsOf(index, current.codes.slice(shown, shown + RESULTS));
      focusAt.current = shown;
      setAnswer({ ...current, cards: [...current.cards, ...next] });
    } catch {
      setAnswer({ query, failed: true });
    }
  };

  const found = current && !('failed' in current) ? current : undefined;
  const status = () => {
    if (!query) return '';
    if (!current) return text('searchLoading');
    if (!found) return '';
    return found.codes.length ? plural('searchCount', found.codes.length) : text('searchNone', { query });
  };

  return (
    <>
      <h1>{title}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is younger than browsers that visitors have */}
      <form role="search" className={styles.form} action="/search" method="get" onSubmit={ask}>
        <label htmlFor={field}>{text('searchLabel')}</label>
        <input
          id={field}
          className={styles.field}
          type="search"
          name="q"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className={styles.button}>
          {text('searchButton')}
        </button>
      </form>
      <p role="status" className={styles.status}>
        {status()}
      </p>
      {current && !found ? (
        <p role="alert" className={styles.alert}>
          {text('unableToLoadResults')}
        </p>
      ) : null}
      {found?.cards.length ? (
        <ol ref={list} className={styles.results} aria-label={text('searchResults')}>
          {found.cards.map((card) => (
            <Result key={card.url} card={card} />
          ))}
        </ol>
      ) : null}
      {found && found.cards.length < found.codes.length ? (
        <button type="button" className={styles.button} onClick={() => void more()}>
          {text('searchMore')}
        </button>
      ) : null}
      {query || !parts.length ? null : (
        <nav aria-label={text('searchParts')}>
          <ul className={styles.parts}>
            {parts.map((part) => (
              <li key={part.url}>
                <a href={part.url}>{part.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
