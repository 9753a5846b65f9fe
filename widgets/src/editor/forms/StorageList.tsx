import { useState } from 'react';
import { tryConnection } from '../client/editor.ts';
import { AUTOMATION, STORAGE_KINDS, type StorageKind, storageProblem, storagesOf } from '../core/formSchema.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

/** Where the answers of a form go: a mailing list, another program, a sheet (E-065 to E-068). */
export function StorageList({ path }: { path: string }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const stored = storagesOf(json);
  const [kind, setKind] = useState<StorageKind>('list');
  const [target, setTarget] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);

  const connect = async () => {
    setFailed(false);
    const problem = storageProblem(kind, target);
    setError(problem ? t(problem, { val: target }) : undefined);
    if (problem) return;
    if (AUTOMATION.includes(kind)) {
      setBusy(true);
      // The other side is asked first: a connection that nobody answers would lose what people write.
      const answered = await tryConnection(kind, target.trim()).then(
        () => true,
        () => false,
      );
      setBusy(false);
      if (!answered) return setFailed(true);
    }
    const value = { kind, target: target.trim() };
    edit(
      t('forms.connect'),
      stored.length > 0
        ? [{ op: 'insert', pointer: '/storage/-', value }]
        : [{ op: 'set', pointer: '/storage', value: [value] }],
    );
    setTarget('');
  };
  return (
    <div className={ui.stack} data-pointer="/storage">
      <ul style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }}>
        {stored.map((entry, index) => (
          // Two connections may be of one kind and target until somebody sees it: the place tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={styles.block}>
            <span className={styles.title}>
              <strong>{t(`storage.${entry.kind}`)}</strong> {entry.target}
            </span>
            <IconButton
              icon="remove"
              label={t('forms.disconnect', { name: t(`storage.${entry.kind}`) })}
              onPress={() =>
                edit(t('forms.disconnect', { name: t(`storage.${entry.kind}`) }), [
                  { op: 'remove', pointer: `/storage/${index}` },
                ])
              }
            />
          </li>
        ))}
      </ul>
      {stored.length === 0 ? <p className={ui.help}>{t('forms.inbox')}</p> : null}
      <Select<StorageKind>
        label={t('forms.where')}
        value={kind}
        choices={STORAGE_KINDS.map((value) => ({ value, label: t(`storage.${value}`) }))}
        onChange={(next) => {
          setKind(next);
          setError(undefined);
        }}
      />
      {kind === 'inbox' ? null : (
        <TextField
          label={t(`storage.target.${kind}`)}
          value={target}
          onChange={setTarget}
          onEnter={() => void connect()}
          error={error}
        />
      )}
      {failed ? <Problem text={t('errors.connect')} retry={() => void connect()} /> : null}
      <Button isDisabled={busy} onPress={() => connect()}>
        {t('forms.connect')}
      </Button>
    </div>
  );
}
