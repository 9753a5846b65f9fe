import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, failureText } from '../client/ask.ts';
import { deleteUpload, renameUpload } from '../client/editor.ts';
import type { Upload } from '../client/wire.ts';
import { fileSize, renamed } from '../core/upload.ts';
import { Panel } from '../panel/Panel.tsx';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { FileList, Thumb } from './FileList.tsx';

/** The files of the site: add, rename, take away (E-038). */
export function FilesPanel() {
  const [file, setFile] = useState<Upload | null>(null);
  return (
    <Panel title={file ? file.name : t('files.title')} onBack={file ? () => setFile(null) : undefined}>
      {file ? <FileDetails key={file.path} file={file} onChange={setFile} /> : <FileList onChoose={setFile} />}
    </Panel>
  );
}

/** A rename in the words of the catalogue: a refusal that says why is passed on, anything else is the sentence (E-051). */
const renameFailure = (thrown: unknown): string =>
  thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status < 500
    ? (thrown.failure.message ?? t('files.renameFailed'))
    : t('files.renameFailed');

export function FileDetails({ file, onChange }: { file: Upload; onChange: (file: Upload | null) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(file.name);
  const [error, setError] = useState<string | undefined>();
  const [asking, setAsking] = useState(false);
  const rename = async () => {
    const wanted = renamed(file.name, name);
    if ('problem' in wanted) return setError(t(wanted.problem));
    setError(undefined);
    if (wanted.name === file.name) return;
    try {
      onChange(await renameUpload(file.path, wanted.name));
      await client.invalidateQueries({ queryKey: ['uploads'] });
    } catch (thrown) {
      setError(renameFailure(thrown));
    }
  };
  return (
    <div className={ui.stack}>
      <div style={{ maxBlockSize: '16rem', display: 'grid', overflow: 'hidden' }}>
        <Thumb file={file} />
      </div>
      <p className={ui.help} style={{ margin: 0 }}>
        {[fileSize(file.size), file.width && file.height ? `${file.width} × ${file.height}` : '', file.url]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <TextField label={t('files.name')} value={name} onChange={setName} onEnter={() => void rename()} error={error} />
      <div className={ui.actions}>
        <Button look="danger" onPress={() => setAsking(true)}>
          {t('files.delete')}
        </Button>
        <Button look="primary" onPress={() => rename()}>
          {t('files.rename')}
        </Button>
      </div>
      <Ask
        title={t('files.delete')}
        text={t('files.deleteHelp', { name: file.name })}
        yes={t('files.delete')}
        danger
        isOpen={asking}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          deleteUpload(file.path).then(
            async () => {
              onChange(null);
              await client.invalidateQueries({ queryKey: ['uploads'] });
            },
            (thrown: unknown) => setError(failureText(thrown, t)),
          );
        }}
      />
    </div>
  );
}
