import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { Search } from './Search.tsx';

type Props = Parameters<typeof Search>[0];

/** Stands on `data-widget="search"` with the address of the index in `data-index`; its links are the parts of the site. */
export const read: Read<Props> = (el) => {
  const { index } = el.dataset;
  if (!index) return null;
  const links = [...el.querySelectorAll<HTMLAnchorElement>('nav a[href]')];
  return {
    index,
    title: el.querySelector('h1')?.textContent ?? pageData().page.title,
    parts: links.map((link) => ({ title: link.textContent ?? '', url: link.getAttribute('href') ?? '' })),
  };
};
export default Search;
