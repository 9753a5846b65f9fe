import { useState } from 'react';
import { readCents } from '../../domain/money.ts';
import { decimal } from '../core/product.ts';
import { t } from '../text/words.ts';
import { TextField } from '../ui/fields.tsx';

type Props = {
  label: string;
  hideLabel?: boolean;
  cents: number;
  currency: string;
  onChange: (cents: number) => void;
  pointer?: string;
  /** What is wrong with the amount as it stands. */
  error?: string | undefined;
};

/** An amount as a person writes it; the file holds whole hundredths. A text that is no amount has an error, and is not saved. */
export function MoneyField({ label, hideLabel, cents, currency, onChange, pointer, error }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? { cents } : readCents(typed.trim().replace(',', '.'));
  return (
    <TextField
      label={`${label} (${currency})`}
      value={typed ?? decimal(cents)}
      onChange={(text) => {
        setTyped(text);
        const next = readCents(text.trim().replace(',', '.'));
        if ('cents' in next && next.cents >= 0) onChange(next.cents);
      }}
      onBlur={() => {
        if ('cents' in read) setTyped(null);
      }}
      error={'problem' in read ? t(`money.${read.problem}`) : read.cents < 0 ? t('money.negative') : error}
      {...(hideLabel ? { hideLabel } : {})}
      {...(pointer ? { pointer } : {})}
    />
  );
}
