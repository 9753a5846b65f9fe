/** Below this a background is dark (spec §9; W-013). Of 255. */
export const DARK_BELOW = 166.4;

/** The perceived brightness of '#rrggbb' or '#rgb', 0 to 255; null for what is no such colour. */
export function luminance(colour: string): number | null {
  const found = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (!found) return null;
  const full = found.length === 3 ? found.replace(/./g, '$&$&') : found;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

export function isDark(colour: string): boolean {
  const value = luminance(colour);
  return value !== null && value < DARK_BELOW;
}
