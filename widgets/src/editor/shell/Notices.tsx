import { useStore } from '../../state/useStore.ts';
import { useSession } from '../state/context.ts';
import { t } from '../text/text.ts';
import { IconButton } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import styles from './shell.module.css';

/** Messages at the edge of the screen: read out at once, there until they are closed. */
export function Notices() {
  const session = useSession();
  const notices = useStore(session.$notices);
  return (
    <div className={`loggia-editor-layer ${styles.notices ?? ''}`}>
      {notices.map(({ id, text, isDone }) => (
        <Problem key={id} text={text} isDone={isDone}>
          <IconButton icon="close" label={t('issues.dismiss')} onPress={() => session.dismiss(id)} />
        </Problem>
      ))}
    </div>
  );
}
