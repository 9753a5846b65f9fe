import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { STOCK } from './stock.ts';

type Props = {
  label: string;
  help: string;
  lowAt: number | null;
  /** The variant; nothing for the shop. */
  of: { itemId?: string; sku?: string };
};

/** From how many on a variant is low, of the shop or of one; empty where nothing is said. */
export function LowField({ label, help, lowAt, of }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(lowAt === null ? '' : String(lowAt));
  const [fault, setFault] = useState('');
  const isNumber = /^\d{0,7}$/.test(typed.trim());
  const save = async () => {
    setFault('');
    try {
      const number = typed.trim() === '' ? null : Number(typed);
      await call('PUT', `${STOCK}/low`, { json: { ...of, lowAt: number } });
    } catch (thrown) {
      setFault(refusalOf(thrown));
    }
    await client.invalidateQueries({ queryKey: ['inventory'] });
  };
  return (
    <div className={ui.stack}>
      <TextField
        label={label}
        help={help}
        value={typed}
        onChange={setTyped}
        maxLength={7}
        {...(isNumber ? {} : { error: t('inventory.noNumber') })}
      />
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button isDisabled={!isNumber || typed.trim() === String(lowAt ?? '')} onPress={() => save()}>
          {t('inventory.saveLow')}
        </Button>
      </div>
    </div>
  );
}
