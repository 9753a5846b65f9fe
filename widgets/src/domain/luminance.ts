/** Below this a background is dark (W-013). Of 255. */
const DARK_BELOW = 166.4;

/** Red, green and blue, each 0 to 255, of '#rrggbb', '#rgb' or the browser's 'rgb(1, 2, 3)'; null for what is no such colour. */
function parts(colour: string): number[] | null {
  const written = colour.trim();
  const [, ...numbers] = /^rgba?\((\d+), (\d+), (\d+)/.exec(written) ?? [];
  if (numbers.length === 3) return numbers.map(Number);
  const found = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(written)?.[1];
  if (!found) return null;
  const full = found.length === 3 ? found.replace(/./g, '$&$&') : found;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}

/** Whether a background of this colour is dark; one that cannot be read is not. */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = parts(colour) ?? [255, 255, 255];
  return 0.299 * red + 0.587 * green + 0.114 * blue < DARK_BELOW;
}
