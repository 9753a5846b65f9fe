import { type Embed, frameAddress } from '../domain/embed.ts';
import { becomeHost, type Read } from '../island.ts';
import { VideoPlayer } from './VideoPlayer.tsx';

type Props = Parameters<typeof VideoPlayer>[0];

/** The owner's embed: the address of its frame, else its HTML for a sandbox of its own. */
function embedOf(html: string, provider: string): Embed {
  const frame = new DOMParser().parseFromString(html, 'text/html').querySelector('iframe');
  const address = frame && frameAddress(frame.getAttribute('src') ?? '', location.href);
  return address ?? { html, host: provider };
}

/** Width and height of an embed, as CSS writes a ratio; 16 to 9 unless it says else. */
function ratioOf(html: string): string {
  const frame = new DOMParser().parseFromString(html, 'text/html').querySelector('[width][height]');
  const [width, height] = ['width', 'height'].map((name) => Number(frame?.getAttribute(name)));
  return width && height ? `${width} / ${height}` : '16 / 9';
}

/**
 * Stands on `data-widget="video"` and on the formatter's `.sqs-video-wrapper`. A native player stays as it is; a provider
 * is asked for nothing before the visitor has pressed (W-211).
 */
export const read: Read<Props> = (el) => {
  const html = el.dataset.html ?? '';
  if (el.querySelector('video, iframe') || !html) return null;
  const overlay = el.querySelector<HTMLElement>('.sqs-video-overlay');
  const image = el.querySelector('img');
  if (overlay) becomeHost(overlay, 'video');
  const props: Props = {
    embed: embedOf(html, el.dataset.providerName ?? ''),
    ratio: ratioOf(html),
    title: el.dataset.title || image?.alt || '',
  };
  const poster = image?.getAttribute('src') || image?.dataset.src;
  if (poster) props.poster = poster;
  const [x, y] = (image?.dataset.imageFocalPoint ?? '0.5,0.5').split(',').map(Number);
  props.focus = `${(x ?? 0.5) * 100}% ${(y ?? 0.5) * 100}%`;
  return props;
};
export default VideoPlayer;
