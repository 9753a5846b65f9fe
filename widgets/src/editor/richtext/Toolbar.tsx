import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { Toolbar as Plain, Separator } from 'react-aria-components';
import { hrefOf, type Link, linkOf } from '../core/link.ts';
import { LinkDialog } from '../link/LinkEditor.tsx';
import { named, t } from '../text/words.ts';
import { IconToggle } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import styles from './richtext.module.css';

type Tool = {
  name: string;
  icon?: IconName;
  letter?: string;
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
};

const heading = (level: 1 | 2 | 3): Tool => ({
  name: `heading${level}`,
  letter: `H${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});
const alignment = (name: 'left' | 'center' | 'right', icon: IconName): Tool => ({
  name: `align.${name}`,
  icon,
  isOn: (editor) => editor.isActive({ alignment: name }),
  run: (editor) => editor.chain().focus().setAlignment(name).run(),
});

/** Every button, in the order of the bar (E-073). The link has a window of its own. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    { name: 'bold', letter: 'B', isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
    {
      name: 'italic',
      letter: 'I',
      isOn: (e) => e.isActive('italic'),
      run: (e) => e.chain().focus().toggleItalic().run(),
    },
    {
      name: 'strike',
      letter: 'S',
      isOn: (e) => e.isActive('strike'),
      run: (e) => e.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      name: 'paragraph',
      letter: '¶',
      isOn: (e) => e.isActive('paragraph'),
      run: (e) => e.chain().focus().setParagraph().run(),
    },
    heading(1),
    heading(2),
    heading(3),
  ],
  [
    {
      name: 'bullets',
      icon: 'bullets',
      isOn: (e) => e.isActive('bulletList'),
      run: (e) => e.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'numbers',
      icon: 'numbers',
      isOn: (e) => e.isActive('orderedList'),
      run: (e) => e.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'quote',
      icon: 'quote',
      isOn: (e) => e.isActive('blockquote'),
      run: (e) => e.chain().focus().toggleBlockquote().run(),
    },
    { name: 'code', icon: 'code', isOn: (e) => e.isActive('code'), run: (e) => e.chain().focus().toggleCode().run() },
  ],
  [alignment('left', 'alignStart'), alignment('center', 'alignCenter'), alignment('right', 'alignEnd')],
  [
    {
      name: 'clear',
      icon: 'clear',
      run: (e) => {
        e.chain().focus().unsetAllMarks().clearNodes().run();
        if ('setAlignment' in e.commands) e.commands.setAlignment('left');
      },
    },
    { name: 'undo', icon: 'undo', can: (e) => e.can().undo(), run: (e) => e.chain().focus().undo().run() },
    { name: 'redo', icon: 'redo', can: (e) => e.can().redo(), run: (e) => e.chain().focus().redo().run() },
  ],
];

const ALL = TOOLS.flat();

type Props = {
  editor: Editor;
  label: string;
  /** Whether the text says where its paragraphs stand; Markdown does not. */
  aligns?: boolean;
};

export function Toolbar({ editor, label, aligns = true }: Props) {
  const [linking, setLinking] = useState<Link | null>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: ALL.map((tool) => tool.isOn?.(now) ?? false),
      can: ALL.map((tool) => tool.can?.(now) ?? true),
      link: now.isActive('link'),
    }),
  });
  return (
    <>
      <Plain className={styles.bar ?? ''} aria-label={t('text.toolbar', { label })}>
        {TOOLS.filter(([first]) => aligns || !first?.name.startsWith('align')).map((group) => (
          <span key={group[0]?.name} style={{ display: 'contents' }}>
            {group.map((tool) => {
              const index = ALL.indexOf(tool);
              return (
                <IconToggle
                  key={tool.name}
                  label={named('text', tool.name)}
                  isSelected={state.on[index] ?? false}
                  isDisabled={!(state.can[index] ?? true)}
                  onChange={() => tool.run(editor)}
                  {...(tool.icon ? { icon: tool.icon } : {})}
                >
                  {/* Letters in the place of a picture are no words of its name. */}
                  <span aria-hidden="true">{tool.letter}</span>
                </IconToggle>
              );
            })}
            <Separator orientation="vertical" />
          </span>
        ))}
        <IconToggle
          icon="link"
          label={t('text.link')}
          isSelected={state.link}
          onChange={() => {
            editor.commands.extendMarkRange('link');
            setLinking(linkOf(String(editor.getAttributes('link').href ?? '')));
          }}
        />
      </Plain>
      {linking ? (
        <LinkDialog
          link={linking}
          onClose={() => setLinking(null)}
          onRemove={state.link ? () => void editor.chain().focus().unsetLink().run() : undefined}
          onSave={(link) => {
            const href = hrefOf(link);
            const chain = editor.chain().focus();
            if (editor.state.selection.empty)
              chain.insertContent({ type: 'text', text: link.value, marks: [{ type: 'link', attrs: { href } }] }).run();
            else chain.setLink({ href, ...(link.newWindow ? { target: '_blank', rel: 'noopener' } : {}) }).run();
          }}
        />
      ) : null}
    </>
  );
}
