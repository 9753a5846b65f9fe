import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useStore } from '../../state/useStore.ts';
import { newForm } from '../core/formSchema.ts';
import { Panel } from '../panel/Panel.tsx';
import { useSession, useSite } from '../state/context.ts';
import { $route, go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Switch, TextField } from '../ui/fields.tsx';
import styles from '../ui/lists.module.css';
import ui from '../ui/ui.module.css';
import { FormBuilder } from './FormBuilder.tsx';

/** Every form of the site opens in the builder (E-125). */
export function FormsPanel() {
  const { params } = useStore($route);
  if (params.form) return <FormBuilder key={params.form} path={params.form} at={params.at ?? ''} />;
  return <FormList />;
}

function FormList() {
  const { forms } = useSite();
  const [making, setMaking] = useState(false);
  return (
    <Panel
      title={t('tool.forms')}
      actions={
        <Button icon="add" look="quiet" onPress={() => setMaking(true)}>
          {t('forms.new')}
        </Button>
      }
    >
      <ListBox
        aria-label={t('tool.forms')}
        className={styles.tree ?? ''}
        items={forms.map((form) => ({ id: form.path, name: form.name }))}
        onAction={(key) => go('website/forms', { form: String(key) })}
        renderEmptyState={() => t('forms.none')}
      >
        {({ id, name }) => (
          <ListBoxItem id={id} textValue={name} className={styles.entry ?? ''}>
            <span className={styles.grow}>{name}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {making ? <NewForm onClose={() => setMaking(false)} /> : null}
    </Panel>
  );
}

function NewForm({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { forms } = useSite();
  const [name, setName] = useState('');
  const [forProduct, setForProduct] = useState(false);
  const make = () => {
    const taken = new Set(forms.map(({ id }) => id));
    const { path, json } = newForm(taken, forProduct, name.trim() || undefined);
    if (!session.act(t('forms.new'), [{ kind: 'create', path, content: { json } }])) return;
    void session.save();
    onClose();
    go('website/forms', { form: path });
  };
  return (
    <Dialog title={t('forms.new')} isOpen onClose={onClose}>
      <TextField
        label={t('forms.name')}
        value={name}
        onChange={setName}
        onEnter={make}
        placeholder={t('forms.defaultName')}
        autoFocus
      />
      <Switch label={t('forms.forProduct')} isOn={forProduct} onChange={setForProduct} />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" onPress={make}>
          {t('common.create')}
        </Button>
      </div>
    </Dialog>
  );
}
