const FOLDER = 'fields/';

/** Whether a file holds what stands at a place of the template, on every page that has it. */
export const isArea = (path: string): boolean => path.startsWith(FOLDER);

/** What a place is called: as the template calls it, else by its id in words, `footerBlocks` → `Footer blocks`. */
export function areaLabel({ id, label }: { id: string; label: string }): string {
  if (label) return label;
  const words = id
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
