import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { PopupOverlay } from './PopupOverlay.tsx';

type Props = Parameters<typeof PopupOverlay>[0];

/** Stands on `data-widget="popup-overlay"` with `data-version`, `data-days` and `data-title`; its markup is the content. */
export const read: Read<Props> = (el) => {
  const { version = '1', days, title } = el.dataset;
  const props: Props = {
    title: title ?? pageData().website.title,
    version,
    pageId: pageData().page.pageId,
    content: [...el.childNodes],
  };
  if (days) props.days = Number(days);
  el.hidden = false;
  return props;
};
export default PopupOverlay;
