import { useStore } from '../../state/useStore.ts';
import { useSession } from '../state/context.ts';
import { t } from '../text/words.ts';
import { TextField } from '../ui/fields.tsx';
import { Calm } from '../ui/states.tsx';

/** A file that is written as text: Markdown, or data that cannot be read as it stands. */
export function TextFile({ path }: { path: string }) {
  const session = useSession();
  const file = useStore(session.$documents).files.get(path);
  return (
    <>
      <Calm>{t(path.endsWith('.md') ? 'item.markdown' : 'item.unreadable')}</Calm>
      <TextField
        label={t('item.text')}
        rows={24}
        value={file && 'text' in file ? file.text : ''}
        onChange={(text) => session.act(t('item.text'), [{ kind: 'write', path, text }], `${path}#text`)}
      />
    </>
  );
}
