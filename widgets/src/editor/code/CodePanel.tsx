import { ListBox, ListBoxItem } from 'react-aria-components';
import { useStore } from '../../state/useStore.ts';
import { Panel } from '../panel/Panel.tsx';
import { useOpened, useSession, useSite } from '../state/context.ts';
import { $route, go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/lists.module.css';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';

const CodeEditor = lazyPart(
  () => import('./CodeEditor.tsx').then((room) => room.CodeEditor),
  () => <Loading />,
);

/** Keyboards of Android do not tell a code editor what is typed (E-016). */
export const isAndroid = (userAgent: string): boolean => /\bAndroid\b/i.test(userAgent);

/** The files of the template: what pages are made from, and how they look (E-002). */
export function CodePanel() {
  const { params } = useStore($route);
  const { template } = useSite();
  if (isAndroid(navigator.userAgent))
    return (
      <Panel title={t('tool.code')}>
        <Calm>{t('code.android')}</Calm>
      </Panel>
    );
  if (params.file) return <CodeFile key={params.file} path={params.file} />;
  return (
    <Panel title={t('tool.code')}>
      <ListBox
        aria-label={t('tool.code')}
        className={styles.tree ?? ''}
        items={template.files.map((path) => ({ id: path }))}
        onAction={(key) => go('website/code', { file: String(key) })}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className={styles.entry ?? ''}>
            <span className={styles.grow}>{id.replace(/^template\//, '')}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Panel>
  );
}

function CodeFile({ path }: { path: string }) {
  const session = useSession();
  const opened = useOpened(path);
  const file = useStore(session.$documents).files.get(path);
  const text = file && 'text' in file ? file.text : file ? `${JSON.stringify(file.json, null, 2)}\n` : '';
  return (
    <Panel title={path.replace(/^template\//, '')} onBack={() => go('website/code')} filled>
      {opened.is === 'loading' ? <Loading /> : null}
      {opened.is === 'missing' ? <Problem text={t('errors.content')} /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {opened.is === 'ready' ? (
        <CodeEditor
          label={path}
          name={path}
          value={text}
          onChange={(next) =>
            session.act(t('code.change', { name: path }), [{ kind: 'write', path, text: next }], `${path}#text`)
          }
        />
      ) : null}
    </Panel>
  );
}
