import { Extension, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { t } from '../text/words.ts';
import { AS_WRITTEN, AS_WRITTEN_INLINE, SOFT_BREAK } from './markdownTree.ts';
import styles from './richtext.module.css';

/** What it is goes along where it is copied or dragged. */
const SOURCE = {
  source: {
    default: '',
    parseHTML: (element: HTMLElement) => element.getAttribute('data-as-written') ?? '',
    renderHTML: ({ source }: { source?: string }) => ({ 'data-as-written': source ?? '' }),
  },
};

/** A table, a footnote, a picture or HTML: it is shown as it is written, and stays so. */
const asWritten = Node.create({
  name: AS_WRITTEN,
  group: 'block',
  atom: true,
  addAttributes: () => SOURCE,
  parseHTML: () => [{ tag: 'div[data-as-written]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    { ...HTMLAttributes, class: styles.asWritten ?? '' },
    ['p', {}, t('text.asWritten')],
    ['pre', {}, String(node.attrs.source)],
  ],
});

const asWrittenInline = Node.create({
  name: AS_WRITTEN_INLINE,
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => SOURCE,
  parseHTML: () => [{ tag: 'code[data-as-written]', priority: 60 }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'code',
    { ...HTMLAttributes, class: styles.asWritten ?? '', title: t('text.asWritten') },
    String(node.attrs.source),
  ],
});

const softBreak = Node.create({
  name: SOFT_BREAK,
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  parseHTML: () => [{ tag: 'span[data-soft-break]' }],
  renderHTML: () => ['span', { 'data-soft-break': '' }, ' '],
});

/** Whether an empty line stands between the entries of a list. */
const looseLists = Extension.create({
  name: 'looseLists',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { isLoose: { default: false, rendered: false } } },
  ],
});

/** What Markdown can say, and what is kept as it is written. */
export const MARKDOWN_EXTENSIONS = [
  StarterKit.configure({
    trailingNode: false,
    underline: false,
    heading: { levels: [1, 2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  asWritten,
  asWrittenInline,
  softBreak,
  looseLists,
];
