import type { JSONContent } from '@tiptap/core';
import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown, gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown, gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { AS_WRITTEN, fromTree, toTree } from './markdownTree.ts';

/** A part of a Markdown text that stands by itself: a paragraph, a list. `before` is what stands between it and the last one. */
export type Piece = { raw: string; before: string; node: JSONContent };
/** A Markdown text in pieces: each `before` and `raw`, and at last `after`, are the text. */
export type Pieces = { pieces: Piece[]; after: string; style: Style };
/** How its author writes lists and emphasis, and ends lines. */
type Style = { bullet: '-' | '*' | '+'; emphasis: '*' | '_'; line: '\n' | '\r\n' };

/** Read as the site reads it: CommonMark with tables, footnotes and strikethrough. */
const read = (source: string): Root =>
  fromMarkdown(source, {
    extensions: [gfmFootnote(), gfmStrikethrough({ singleTilde: false }), gfmTable()],
    mdastExtensions: [gfmFootnoteFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown()],
  });

const written = (children: RootContent[], { bullet, emphasis }: Style): string => {
  const options: Options = {
    bullet,
    bulletOther: bullet === '-' ? '*' : '-',
    emphasis,
    fence: '`',
    fences: true,
    listItemIndent: 'one',
    rule: '-',
    extensions: [gfmFootnoteToMarkdown(), gfmStrikethroughToMarkdown(), gfmTableToMarkdown()],
  };
  return toMarkdown({ type: 'root', children }, options).replace(/\n$/, '');
};

/** A text as pieces, each as the text editor has it; what the editor cannot show stands in it as it is written. */
export function inPieces(source: string): Pieces {
  const root = read(source);
  const style = styleOf(source, root);
  const pieces: Piece[] = [];
  let end = 0;
  const kept = root.children
    .filter(({ type }) => type === 'definition' || type === 'footnoteDefinition')
    .map((node) => source.slice(node.position?.start.offset, node.position?.end.offset))
    .join('\n\n');
  for (const child of root.children) {
    const [from, to] = [child.position?.start.offset ?? end, child.position?.end.offset ?? end];
    // White space before its first word belongs to it.
    const line = Math.max(end, source.lastIndexOf('\n', from - 1) + 1);
    const start = source.slice(line, from).trim() === '' ? line : from;
    const raw = source.slice(start, to);
    pieces.push({ raw, before: source.slice(end, start), node: shown(child, source, raw, kept, style) });
    end = to;
  }
  return { pieces, after: source.slice(end), style };
}

function styleOf(source: string, root: Root): Style {
  const found: Style = { bullet: '-', emphasis: '*', line: source.includes('\r\n') ? '\r\n' : '\n' };
  const first = (type: string, node: Nodes): Nodes | undefined => {
    if (node.type === type && !(node.type === 'list' && node.ordered)) return node;
    for (const child of 'children' in node ? node.children : []) {
      const inside = first(type, child);
      if (inside) return inside;
    }
    return undefined;
  };
  const sign = (type: string) => source[first(type, root)?.position?.start.offset ?? -1];
  const bullet = sign('list');
  if (bullet === '*' || bullet === '+') found.bullet = bullet;
  if (sign('emphasis') === '_') found.emphasis = '_';
  return found;
}

/** A part as the text editor has it, when it would be written with the same meaning; else as it stands in the file. */
function shown(child: RootContent, source: string, raw: string, kept: string, style: Style): JSONContent {
  const asWritten: JSONContent = { type: AS_WRITTEN, attrs: { source: raw } };
  const node = fromTree(child, source);
  if (!node) return asWritten;
  const again = `${written([toTree(node)], style)}\n\n${kept}`;
  const [first] = read(again).children;
  const same = first && fromTree(first, again);
  return same && JSON.stringify(same) === JSON.stringify(node) ? node : asWritten;
}

const isList = (node: JSONContent | undefined): boolean => node?.type === 'bulletList' || node?.type === 'orderedList';

/**
 * The text of a document: what is as it was stays byte for byte; what was changed is written anew. `was` are the parts as
 * the editor gave them back when nothing was changed yet.
 */
export function together(text: Pieces, was: readonly JSONContent[], all: readonly JSONContent[]): string {
  // An empty paragraph is nothing in Markdown.
  const now = all.filter(({ type, content }) => type !== 'paragraph' || (content ?? []).length > 0);
  const places = placesOf(was, now);
  const { line } = text.style;
  let result = '';
  now.forEach((node, number) => {
    const place = places[number];
    const piece = place?.isSame ? text.pieces[place.at] : undefined;
    const before = places[number - 1];
    const between = () => {
      if (place && (number === 0 ? place.at === 0 : before && before.at + 1 === place.at))
        return text.pieces[place.at]?.before ?? '';
      if (number === 0) return text.pieces[0]?.before ?? '';
      const areApart = node.type !== now[number - 1]?.type || !isList(node);
      return areApart ? line + line : `${line}${line}<!-- -->${line}${line}`;
    };
    result += between();
    if (piece) result += piece.raw;
    else result += written([toTree(node)], text.style).replaceAll('\n', line);
  });
  return result + (text.pieces.length > 0 ? text.after : now.length > 0 ? line : text.after);
}

type Place = { at: number; isSame: boolean };

/** Which part of the text each part of the document was; nothing for what is new. */
function placesOf(was: readonly JSONContent[], now: readonly JSONContent[]): (Place | undefined)[] {
  const keys = was.map((node) => JSON.stringify(node));
  const used = new Set<number>();
  let last = -1;
  const places: (Place | undefined)[] = now.map((node) => {
    const key = JSON.stringify(node);
    const all = keys.flatMap((other, at) => (other === key && !used.has(at) ? [at] : []));
    const at = all.find((one) => one > last) ?? all[0];
    if (at === undefined) return undefined;
    used.add(at);
    last = at;
    return { at, isSame: true };
  });
  // What was changed where it stood keeps the distance to what stands around it.
  now.forEach((node, number) => {
    const at = number === 0 ? 0 : (places[number - 1]?.at ?? -2) + 1;
    if (places[number] || at < 0 || used.has(at) || was[at]?.type !== node.type) return;
    used.add(at);
    places[number] = { at, isSame: false };
  });
  return places;
}
