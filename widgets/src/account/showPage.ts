import type { PageData } from '../contract/types.ts';
import { PAGE_DATA_ID, setPageData } from '../pageData.ts';

/**
 * Puts another whole page into this window, at the same address. A module is evaluated once for an address, and this window
 * has evaluated ours: the page's own modules get another one.
 */
export function showPage(html: string): void {
  const data = new DOMParser().parseFromString(html, 'text/html').getElementById(PAGE_DATA_ID);
  setPageData(JSON.parse(data?.textContent || '{}') as Partial<PageData>);
  const again = html.replace(/<script\b[^>]*>/gi, (tag) =>
    /\btype=["']?module/i.test(tag) ? tag.replace(/\.js(?=["'\s>])/, '.js?opened') : tag,
  );
  document.open();
  document.write(again);
  document.close();
}
