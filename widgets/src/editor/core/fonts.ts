/** How fonts are grouped, in the order of the list (E-034). */
export const FONT_CATEGORIES = ['Sans Serif', 'Serif', 'Display', 'Script', 'Slab Serif', 'Mono', 'Other'] as const;
export type FontCategory = (typeof FONT_CATEGORIES)[number];
export type Font = { name: string; category: FontCategory; stack: string; url?: string };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fonts of the server's answer; a category that nobody knows is `Other`. */
export function readFonts(answer: unknown): Font[] {
  const list = Array.isArray(answer) ? answer : ((answer as { fonts?: unknown } | null)?.fonts ?? []);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: Record<string, unknown>) => {
    const name = text(entry.name) || text(entry.family);
    if (!name) return [];
    const category = FONT_CATEGORIES.find((known) => known === entry.category) ?? 'Other';
    const url = text(entry.url) || text(entry.preview);
    return [{ name, category, stack: text(entry.stack) || text(entry.css) || `"${name}"`, ...(url ? { url } : {}) }];
  });
}

/** The font that a template asks for first, as people call it: what follows in its list is for computers without it. */
export const familyOf = (stack: string): string => (stack.split(',')[0] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2');

/** Every category with its fonts by name, empty ones too: the headings are always the same. */
export const grouped = (fonts: readonly Font[]): { category: FontCategory; fonts: Font[] }[] =>
  FONT_CATEGORIES.map((category) => ({
    category,
    fonts: fonts.filter((font) => font.category === category).sort((one, other) => one.name.localeCompare(other.name)),
  }));

const bundled = (category: FontCategory, ...fonts: readonly (readonly [name: string, stack: string])[]): Font[] =>
  fonts.map(([name, stack]) => ({ name, category, stack }));

/** What every computer has something of: no file is fetched, and nothing is asked of anybody (E-037). */
export const BUNDLED: readonly Font[] = [
  ...bundled(
    'Sans Serif',
    ['System', 'system-ui, sans-serif'],
    ['Humanist', 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif'],
    ['Geometric', 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif'],
    ['Neo-grotesque', 'Inter, Roboto, "Helvetica Neue", "Arial Nova", Arial, sans-serif'],
    ['Verdana', 'Verdana, Geneva, sans-serif'],
  ),
  ...bundled(
    'Serif',
    ['Georgia', 'Georgia, "Times New Roman", serif'],
    ['Old style', '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif'],
    ['Transitional', 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif'],
    ['Didone', 'Didot, "Bodoni MT", "Noto Serif Display", "URW Palladio L", serif'],
  ),
  ...bundled(
    'Display',
    ['Industrial', 'Bahnschrift, "DIN Alternate", "Franklin Gothic Medium", sans-serif-condensed, sans-serif'],
    ['Impact', 'Impact, Haettenschweiler, "Arial Narrow Bold", sans-serif'],
    ['Antique', 'Superclarendon, "Bookman Old Style", "URW Bookman", "URW Bookman L", serif'],
  ),
  ...bundled(
    'Script',
    ['Handwritten', '"Segoe Print", "Bradley Hand", Chilanka, TSCu_Comic, casual, cursive'],
    ['Brush', '"Brush Script MT", "Segoe Script", cursive'],
  ),
  ...bundled('Slab Serif', ['Rockwell', 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", serif']),
  ...bundled(
    'Mono',
    ['Monospace', 'ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, monospace'],
    ['Typewriter', '"Nimbus Mono PS", "Courier New", monospace'],
  ),
  ...bundled('Other', [
    'Rounded',
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, sans-serif',
  ]),
];
