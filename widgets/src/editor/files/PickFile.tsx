import { useState } from 'react';
import type { Upload } from '../client/wire.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const FileList = lazyPart(
  () => import('./FileList.tsx').then((room) => room.FileList),
  () => <Loading />,
);

type DialogProps = {
  type?: 'image/' | 'audio/';
  selected?: string | undefined;
  onChoose: (file: Upload) => void;
  onClose: () => void;
};

/** Whether a file is of the kind that is looked for. */
const fits = (file: Upload, type: string | undefined): boolean => type === undefined || file.type.startsWith(type);

export function PickFileDialog({ type, selected, onChoose, onClose }: DialogProps) {
  const choose = (file: Upload) => {
    onChoose(file);
    onClose();
  };
  return (
    <Dialog title={t('files.pick')} isOpen onClose={onClose} wide>
      <FileList
        {...(type ? { type } : {})}
        selected={selected}
        onChoose={choose}
        onUpload={(file) => {
          if (fits(file, type)) choose(file);
        }}
      />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}

type Props = {
  label: string;
  value: string;
  onChange: (file: Upload) => void;
  error?: string | undefined;
  type?: 'image/' | 'audio/';
};

/** A field that holds a file of the site. */
export function PickFile({ label, value, onChange, error, type }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className={ui.field}>
      <span className={ui.label}>{label}</span>
      <div className={ui.group}>
        <span style={{ flex: 1, alignSelf: 'center', overflowWrap: 'anywhere' }}>{value || t('files.noneChosen')}</span>
        <Button icon="files" aria-label={t('files.choose', { label })} onPress={() => setOpen(true)}>
          {t('files.pick')}
        </Button>
      </div>
      {error ? (
        <span className={ui.error} role="alert">
          {error}
        </span>
      ) : null}
      {open ? (
        <PickFileDialog
          {...(type ? { type } : {})}
          selected={value.replace(/^\//, '')}
          onChoose={onChange}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
