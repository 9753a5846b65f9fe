import type { JSONContent } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Calm } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { inPieces, type Pieces, together } from './markdown.ts';
import { MARKDOWN_EXTENSIONS } from './markdownParts.ts';
import type { Props } from './RichTextEditor.tsx';
import styles from './richtext.module.css';
import { SlashMenu } from './SlashMenu.tsx';
import { Toolbar } from './Toolbar.tsx';

type Held = { text: Pieces; was: JSONContent[] };

const partsOf = (editor: { getJSON(): JSONContent }): JSONContent[] => editor.getJSON().content ?? [];

const documentOf = (source: string): { text: Pieces; content: JSONContent } => {
  const text = inPieces(source);
  return { text, content: { type: 'doc', content: text.pieces.map(({ node }) => node) } };
};

/**
 * A text that is written in Markdown, edited as it looks. What is not changed stays byte for byte; what the editor cannot
 * show is shown as it is written. Either may be edited as Markdown.
 */
export function MarkdownEditor({ label, value, onChange, pointer }: Props) {
  const name = useId();
  const [isSource, setSource] = useState(false);
  /** The text that was passed on last: a value that only repeats it must not move the cursor. */
  const last = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  const held = useRef<Held | undefined>(undefined);
  const looked = useRef(false);
  const [fits, setFits] = useState(true);
  const attributes = useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': name,
      ...(pointer ? { 'data-pointer': pointer } : {}),
    }),
    [name, pointer],
  );
  const [first] = useState(() => documentOf(value));
  const editor = useEditor({
    extensions: MARKDOWN_EXTENSIONS,
    content: first.content,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => {
      if (!held.current) return;
      const text = together(held.current.text, held.current.was, partsOf(changed));
      if (text === last.current) return;
      last.current = text;
      change.current(text);
    },
  });
  useEffect(() => {
    if (!editor || editor.isDestroyed || (held.current && value === last.current)) return;
    const isFirst = !looked.current && value === last.current;
    const { text, content } = isFirst ? first : documentOf(value);
    looked.current = true;
    held.current = undefined;
    if (!isFirst) editor.commands.setContent(content, { emitUpdate: false });
    last.current = value;
    const was = partsOf(editor);
    // An empty text is an empty paragraph in the editor.
    const isWhole = was.length === text.pieces.length || (text.pieces.length === 0 && was.length === 1);
    const isSame = isWhole && (text.pieces.length === 0 || together(text, was, was) === value);
    held.current = isSame ? { text, was: text.pieces.length === 0 ? [] : was } : undefined;
    setFits(isSame);
  }, [editor, value, first]);

  const other = (
    <Button look="quiet" onPress={() => setSource(!isSource)}>
      {t(isSource ? 'text.asShown' : 'text.asSource')}
    </Button>
  );
  if (!fits || isSource)
    return (
      <div className={ui.field}>
        {fits ? null : <Calm>{t('item.markdown')}</Calm>}
        <TextField label={label} value={value} onChange={onChange} rows={18} {...(pointer ? { pointer } : {})} />
        {fits ? other : null}
      </div>
    );
  return (
    <div className={ui.field}>
      <span id={name} className={ui.label}>
        {label}
      </span>
      <div className={styles.box}>
        {editor ? <Toolbar editor={editor} label={label} aligns={false} /> : null}
        <EditorContent editor={editor} className={styles.text} />
        {editor ? <SlashMenu editor={editor} /> : null}
      </div>
      {other}
    </div>
  );
}
