import { shareServices } from '../domain/share.ts';
import type { Read } from '../island.ts';
import { pageData, shareOptions } from '../pageData.ts';
import { ShareButtons } from './ShareButtons.tsx';

type Props = Parameters<typeof ShareButtons>[0];

/** Stands on `data-widget="share"` (`data-services="facebook,email"`) and on the formatter's `.squarespace-social-buttons`. */
export const read: Read<Props> = (el) => {
  const { website, page } = pageData();
  const { services, fullUrl, title, assetUrl } = el.dataset;
  const absolute = (path: string) => new URL(path, website.baseUrl || location.href).href;
  return {
    services: shareServices(services === undefined ? shareOptions() : services.split(/[\s,]+/)),
    shared: {
      url: absolute(fullUrl || page.path || location.pathname),
      title: title || page.title || document.title,
      image: assetUrl ? absolute(assetUrl) : undefined,
    },
  };
};
export default ShareButtons;
