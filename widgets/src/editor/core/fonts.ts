/** How fonts are grouped, in the order of the list (spec §3; E-034). */
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

/** Every category with its fonts by name, empty ones too: the headings are always the same. */
export const grouped = (fonts: readonly Font[]): { category: FontCategory; fonts: Font[] }[] =>
  FONT_CATEGORIES.map((category) => ({
    category,
    fonts: fonts.filter((font) => font.category === category).sort((one, other) => one.name.localeCompare(other.name)),
  }));
