import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../text/words.ts';
import { TextField } from '../ui/fields.tsx';
import { Calm } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Align } from './align.ts';
import { keeps, tidy } from './html.ts';
import styles from './richtext.module.css';
import { SlashMenu } from './SlashMenu.tsx';
import { Toolbar } from './Toolbar.tsx';

export type Props = { label: string; value: string; onChange: (html: string) => void; pointer?: string };

/** The text editor's parts: the toolbar has a button for each (E-073). */
export const EXTENSIONS = [
  StarterKit.configure({
    // The file gets what was written, and no empty paragraph after it.
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  Align,
];

/** A text with its formatting (E-072). What the text editor would lose is edited as HTML instead. */
export function RichTextEditor({ label, value, onChange, pointer }: Props) {
  const name = useId();
  /** The HTML that was passed on last: a value that only repeats it must not move the cursor. */
  const lastHtml = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
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
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => {
      const html = tidy(changed.getHTML());
      if (html === lastHtml.current) return;
      lastHtml.current = html;
      change.current(html);
    },
  });
  /** Looked at once it stands: an editor that is made while its program still comes may never be shown. */
  const looked = useRef(false);
  useEffect(() => {
    // One that was given up while its program came is followed by another.
    if (!editor || editor.isDestroyed || (looked.current && value === lastHtml.current)) return;
    if (looked.current) editor.commands.setContent(value, { emitUpdate: false });
    looked.current = true;
    lastHtml.current = value;
    setFits(keeps(value, editor.getHTML()));
  }, [editor, value]);

  if (!fits)
    return (
      <div className={ui.field}>
        <Calm>{t('text.ownHtml')}</Calm>
        <TextField label={label} value={value} onChange={onChange} rows={10} />
      </div>
    );
  return (
    <div className={ui.field}>
      <span id={name} className={ui.label}>
        {label}
      </span>
      <div className={styles.box}>
        {editor ? <Toolbar editor={editor} label={label} /> : null}
        <EditorContent editor={editor} className={styles.text} />
        {editor ? <SlashMenu editor={editor} /> : null}
      </div>
    </div>
  );
}
