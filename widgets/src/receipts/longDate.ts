import { pageData } from '../pageData.ts';
import { locale } from '../text/text.ts';

/** A day as the page's language writes it, where the shop is. */
export const longDate = (moment: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: pageData().website.timeZone }).format(moment);
