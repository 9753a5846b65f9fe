import type { JSONContent } from '@tiptap/core';
import type { BlockContent, ListItem, PhrasingContent, RootContent } from 'mdast';

/** What the text editor cannot show, as it is written in the file: a part by itself, or in a line. */
export const AS_WRITTEN = 'asWritten';
export const AS_WRITTEN_INLINE = 'asWrittenInline';
/** The end of a line in the file that is none on the page. */
export const SOFT_BREAK = 'softBreak';

/** Headings go as deep as the bar of the editor has them. */
const DEEPEST = 4;

class NotShown extends Error {}

/** A part of a Markdown text as the text editor has it; nothing when the editor would lose something of it. */
export function fromTree(node: RootContent, source: string): JSONContent | undefined {
  try {
    return block(node, source);
  } catch (thrown) {
    if (thrown instanceof NotShown) return undefined;
    throw thrown;
  }
}

const withContent = (node: JSONContent, content: JSONContent[]): JSONContent =>
  content.length > 0 ? { ...node, content } : node;

function block(node: RootContent | BlockContent, source: string): JSONContent {
  switch (node.type) {
    case 'paragraph':
      return withContent({ type: 'paragraph' }, lines(node.children, source));
    case 'heading':
      if (node.depth > DEEPEST) throw new NotShown();
      return withContent({ type: 'heading', attrs: { level: node.depth } }, lines(node.children, source));
    case 'blockquote':
      if (node.children.length === 0) throw new NotShown();
      return { type: 'blockquote', content: node.children.map((child) => block(child as BlockContent, source)) };
    case 'list': {
      const items = node.children.map((item) => listItem(item, source));
      const isLoose = node.spread || node.children.some(({ spread }) => spread);
      if (node.ordered) return { type: 'orderedList', attrs: { start: node.start ?? 1, isLoose }, content: items };
      return { type: 'bulletList', attrs: { isLoose }, content: items };
    }
    case 'code': {
      const language = [node.lang, node.meta].filter(Boolean).join(' ') || null;
      const text = node.value.replaceAll('\r\n', '\n');
      return withContent({ type: 'codeBlock', attrs: { language } }, text === '' ? [] : [{ type: 'text', text }]);
    }
    case 'thematicBreak':
      return { type: 'horizontalRule' };
    // The editor has no such part: it is kept as it is written.
    case 'break':
    case 'definition':
    case 'delete':
    case 'emphasis':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'html':
    case 'image':
    case 'imageReference':
    case 'inlineCode':
    case 'link':
    case 'linkReference':
    case 'listItem':
    case 'strong':
    case 'table':
    case 'tableCell':
    case 'tableRow':
    case 'text':
    case 'yaml':
      throw new NotShown();
  }
}

function listItem(item: ListItem, source: string): JSONContent {
  const content = item.children.map((child) => block(child as BlockContent, source));
  // An entry begins with a paragraph, be it empty.
  if (content.length === 0) return { type: 'listItem', content: [{ type: 'paragraph' }] };
  if (content[0]?.type !== 'paragraph') throw new NotShown();
  return { type: 'listItem', content };
}

type Mark = NonNullable<JSONContent['marks']>[number];

/** The words of a paragraph; neighbours with the same marks as one. */
function lines(children: readonly PhrasingContent[], source: string): JSONContent[] {
  const result: JSONContent[] = [];
  for (const node of children.flatMap((child) => inline(child, source, []))) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(node.marks))
      last.text = `${last.text ?? ''}${node.text ?? ''}`;
    else result.push(node);
  }
  return result;
}

/** Marks in the order in which the text editor has them. */
const ORDER = ['link', 'bold', 'code', 'italic', 'strike'];

function inline(node: PhrasingContent, source: string, marks: readonly Mark[]): JSONContent[] {
  const marked = (content: JSONContent): JSONContent => {
    const all = [...marks].sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
    return all.length > 0 ? { ...content, marks: all } : content;
  };
  const inside = (children: readonly PhrasingContent[], mark: Mark): JSONContent[] => {
    if (marks.some(({ type }) => type === mark.type)) throw new NotShown();
    return children.flatMap((child) => inline(child, source, [...marks, mark]));
  };
  switch (node.type) {
    case 'text':
      return node.value
        .split(/\r?\n/)
        .flatMap((text, number) => [
          ...(number > 0 ? [marked({ type: SOFT_BREAK })] : []),
          ...(text === '' ? [] : [marked({ type: 'text', text })]),
        ]);
    case 'emphasis':
      return inside(node.children, { type: 'italic' });
    case 'strong':
      return inside(node.children, { type: 'bold' });
    case 'delete':
      return inside(node.children, { type: 'strike' });
    case 'link':
      if (node.title) return [asWritten(node, source, marked)];
      return inside(node.children, { type: 'link', attrs: { href: node.url } });
    case 'inlineCode':
      // Code has no other marks in the editor.
      if (marks.length > 0 || node.value === '') throw new NotShown();
      return [{ type: 'text', text: node.value, marks: [{ type: 'code' }] }];
    case 'break':
      return [marked({ type: 'hardBreak' })];
    case 'footnoteReference':
    case 'html':
    case 'image':
    case 'imageReference':
    case 'linkReference':
      return [asWritten(node, source, marked)];
  }
}

function asWritten(node: PhrasingContent, source: string, marked: (content: JSONContent) => JSONContent): JSONContent {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) throw new NotShown();
  const raw = source.slice(start.offset, end.offset);
  if (/[\r\n]/.test(raw)) throw new NotShown();
  return marked({ type: AS_WRITTEN_INLINE, attrs: { source: raw } });
}

/** A part of the document as Markdown has it. */
export function toTree(node: JSONContent): RootContent {
  const content = node.content ?? [];
  switch (node.type ?? 'paragraph') {
    case 'heading':
      return { type: 'heading', depth: node.attrs?.level as 1 | 2 | 3 | 4, children: phrasing(content) };
    case 'blockquote':
      return { type: 'blockquote', children: content.map((child) => toTree(child) as BlockContent) };
    case 'bulletList':
    case 'orderedList': {
      const spread = node.attrs?.isLoose === true;
      const children = content.map(
        (item): ListItem => ({
          type: 'listItem',
          spread,
          children: (item.content ?? []).map((child) => toTree(child) as BlockContent),
        }),
      );
      const ordered = node.type === 'orderedList';
      const start = ordered ? { start: (node.attrs?.start as number | undefined) ?? 1 } : {};
      return { type: 'list', ordered, spread, children, ...start };
    }
    case 'codeBlock': {
      const [lang, ...meta] = ((node.attrs?.language as string | null | undefined) ?? '').split(' ');
      const value = content.map(({ text }) => text ?? '').join('');
      return { type: 'code', lang: lang || null, meta: meta.join(' ') || null, value };
    }
    case 'horizontalRule':
      return { type: 'thematicBreak' };
    case AS_WRITTEN:
      return { type: 'html', value: String(node.attrs?.source ?? '').replaceAll('\r\n', '\n') };
    default:
      return { type: 'paragraph', children: phrasing(content) };
  }
}

const MARKS = ['link', 'bold', 'italic', 'strike'] as const;
const markOf = (node: JSONContent, type: string): Mark | undefined => node.marks?.find((mark) => mark.type === type);

/** Words with marks as words in words: the mark that goes on for longest is outermost. */
function phrasing(content: readonly JSONContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (let at = 0; at < content.length; ) {
    const node = content[at] as JSONContent;
    const runs = MARKS.flatMap((type) => {
      const mark = markOf(node, type);
      if (!mark) return [];
      const key = JSON.stringify(mark.attrs?.href);
      let end = at + 1;
      while (end < content.length) {
        const other = markOf(content[end] as JSONContent, type);
        if (!other || JSON.stringify(other.attrs?.href) !== key) break;
        end += 1;
      }
      return [{ type, mark, end }];
    });
    const longest = runs.reduce<(typeof runs)[number] | undefined>(
      (best, run) => (best && best.end >= run.end ? best : run),
      undefined,
    );
    if (!longest) {
      result.push(leaf(node));
      at += 1;
      continue;
    }
    const inner = content.slice(at, longest.end).map((one) => ({
      ...one,
      marks: (one.marks ?? []).filter(({ type }) => type !== longest.type),
    }));
    result.push(...enclosed(longest.type, longest.mark, inner));
    at = longest.end;
  }
  return joined(result);
}

function enclosed(type: (typeof MARKS)[number], mark: Mark, inner: JSONContent[]): PhrasingContent[] {
  if (type === 'link') {
    const children = phrasing(inner) as never[];
    return [{ type: 'link', url: String(mark.attrs?.href ?? ''), children }];
  }
  // Markdown has no emphasis that begins or ends with a space: that stands outside.
  const before = takeSpace(inner, 0, /^\s+/);
  const after = takeSpace(inner, -1, /\s+$/);
  const children = phrasing(inner);
  const name = ({ bold: 'strong', italic: 'emphasis', strike: 'delete' } as const)[type];
  return [
    ...(before ? [{ type: 'text' as const, value: before }] : []),
    ...(children.length > 0 ? [{ type: name, children }] : []),
    ...(after ? [{ type: 'text' as const, value: after }] : []),
  ];
}

function takeSpace(inner: JSONContent[], at: 0 | -1, space: RegExp): string {
  const node = inner.at(at);
  const found = node?.type === 'text' && !markOf(node, 'code') ? (space.exec(node.text ?? '')?.[0] ?? '') : '';
  if (found === '') return '';
  const text = (node?.text ?? '').replace(space, '');
  const place = at === 0 ? 0 : inner.length - 1;
  inner.splice(place, 1, ...(text === '' ? [] : [{ ...node, text }]));
  return found;
}

function leaf(node: JSONContent): PhrasingContent {
  if (node.type === SOFT_BREAK) return { type: 'text', value: '\n' };
  if (node.type === 'hardBreak') return { type: 'break' };
  if (node.type === AS_WRITTEN_INLINE) return { type: 'html', value: String(node.attrs?.source ?? '') };
  const text = node.text ?? '';
  return markOf(node, 'code') ? { type: 'inlineCode', value: text } : { type: 'text', value: text };
}

function joined(all: PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of all) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text') last.value += node.value;
    else result.push(node);
  }
  return result;
}
