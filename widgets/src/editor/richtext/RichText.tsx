import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import type { Props } from './RichTextEditor.tsx';

const load = () => import('./RichTextEditor.tsx');
const RichTextEditor = lazy(() => load().then((room) => ({ default: room.RichTextEditor })));

const MarkdownEditor = lazy(() => import('./MarkdownEditor.tsx').then((room) => ({ default: room.MarkdownEditor })));

/**
 * A text with its formatting, as HTML or as Markdown. Its program is the largest of all and comes when the first such text
 * is shown.
 */
export function RichText({ isMarkdown, ...props }: Props & { isMarkdown?: boolean }) {
  return (
    <Suspense
      fallback={
        <div className={ui.field} aria-busy="true">
          <span className={ui.label}>{props.label}</span>
          <Loading />
        </div>
      }
    >
      {isMarkdown ? <MarkdownEditor {...props} /> : <RichTextEditor {...props} />}
    </Suspense>
  );
}
