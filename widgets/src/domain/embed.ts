/** An owner's embed, read from its oEmbed HTML: a frame of ours with the provider's address, or the HTML in a sandbox. */
export type Embed = { src: string; host: string } | { html: string; host: string };

/** Players that start by themselves once the visitor has pressed our button. */
const STARTS = /(^|\.)(youtube(-nocookie)?\.com|vimeo\.com)$/;

/**
 * The address of an embed's frame. Only `http(s)` counts; anything else is not shown in a frame of ours.
 * `base` is the page's own address, for addresses without a scheme.
 */
export function frameAddress(src: string, base: string): { src: string; host: string } | null {
  if (!URL.canParse(src, base)) return null;
  const url = new URL(src, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (STARTS.test(url.hostname)) url.searchParams.set('autoplay', '1');
  return { src: url.href, host: url.hostname };
}
