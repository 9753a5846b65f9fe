import { posix } from 'node:path';
import ts from 'typescript';

/** Who imports whom: paths from `src`, each with those that it names in any way (values, types, styles, code loaded later). */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads what files import of each other. `files` has the text of each by its path. */
export function importsOf(files: ReadonlyMap<string, string>): Imports {
  const target = (from: string, { fileName }: ts.FileReference) => posix.join(posix.dirname(from), fileName);
  return new Map(
    [...files].map(([path, text]) => [
      path,
      ts
        .preProcessFile(path.endsWith('.css') ? '' : text)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map((reference) => target(path, reference))
        .filter((to) => files.has(to)),
    ]),
  );
}

/** The circles: each is a list of files of which every one reaches every other. */
export function circlesOf(imports: Imports): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const circles = new Map<string, string[]>();
  for (const [file, ahead] of reached) {
    if (!ahead.has(file)) continue;
    const circle = [...ahead].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(file: string, imports: Imports): Set<string> {
  const seen = new Set<string>();
  const next = [...(imports.get(file) ?? [])];
  for (let to = next.pop(); to !== undefined; to = next.pop()) {
    if (seen.has(to)) continue;
    seen.add(to);
    next.push(...(imports.get(to) ?? []));
  }
  return seen;
}

/** The room of a file: the longest of `floors` that its path begins with. */
export const roomOf = (file: string, floors: readonly (readonly string[])[]): string | undefined =>
  floors.flat().find((room) => file === room || file.startsWith(`${room}/`));

/** Imports that do not go down a floor, as `from -> to`. Files without a room are left out. */
export function upward(imports: Imports, floors: readonly (readonly string[])[]): string[] {
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
  return [...imports].flatMap(([from, all]) => {
    const room = roomOf(from, floors);
    if (room === undefined) return [];
    return all
      .filter((to) => {
        const other = roomOf(to, floors);
        return other !== undefined && other !== room && floorOf(other) <= floorOf(room);
      })
      .map((to) => `${from} -> ${to}`);
  });
}
