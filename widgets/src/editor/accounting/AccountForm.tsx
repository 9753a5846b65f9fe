import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, NumberField, Select, TextField } from '../ui/fields.tsx';
import { Later } from '../ui/Later.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Rates } from './Rates.tsx';
import { a, providerOf } from './text.ts';

type Known = components['schemas']['Accounting'];
type Settings = components['schemas']['AccountingSettings'];
type Chart = components['schemas']['Chart'];

const CHARTS: readonly Chart[] = ['SKR03', 'SKR04', 'OWN'];
const NO_GROUPS = { useGrouping: false } as const;

/** The account numbers that exports have. */
export function AccountForm({ known }: { known: Known }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Settings | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const settings = typed ?? known.settings;
  const set = (change: Partial<Settings>) => {
    setSaved(false);
    setTyped({ ...settings, ...change });
  };
  const choose = (chart: Chart) => {
    const usual = known.usual.find((one) => one.chart === chart);
    const { country, consultant, client: number, accountLength, yearBegins } = settings;
    if (usual) set({ ...usual, country, consultant, client: number, accountLength, yearBegins });
  };
  const save = async () => {
    setFailed(null);
    try {
      client.setQueryData(['accounting'], await call<Known>('PUT', '/api/commerce/accounting', { json: settings }));
      setTyped(emptied(typed, null));
      setSaved(true);
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  return (
    <section aria-label={a('accounts')} className={ui.stack}>
      <h3 className={styles.title}>{a('accounts')}</h3>
      {known.isKept ? null : <Calm>{a('usual')}</Calm>}
      <div className={styles.fields}>
        <Select<Chart>
          label={a('chart')}
          help={a('chartHelp')}
          value={settings.chart}
          choices={CHARTS.map((value) => ({ value, label: a(`chart.${value}`) }))}
          onChange={choose}
        />
        <TextField
          label={a('country')}
          value={settings.country}
          maxLength={2}
          onChange={(country) => set({ country })}
        />
        <TextField label={a('receivable')} value={settings.receivable} onChange={(receivable) => set({ receivable })} />
        <TextField label={a('giftCards')} value={settings.giftCards} onChange={(giftCards) => set({ giftCards })} />
      </div>
      <Later>
        <fieldset className={ui.stack}>
          <legend>{a('clearing')}</legend>
          <div className={styles.fields}>
            {settings.clearing.map((row) => (
              <TextField
                key={row.provider}
                label={row.provider ? a('clearingOf', { provider: providerOf(row.provider) }) : a('clearingOther')}
                value={row.account}
                onChange={(account) =>
                  set({ clearing: settings.clearing.map((one) => (one === row ? { ...row, account } : one)) })
                }
              />
            ))}
          </div>
        </fieldset>
        <Rates taxes={settings.taxes} onChange={(taxes) => set({ taxes })} />
        <fieldset className={ui.stack}>
          <legend>{a('datev')}</legend>
          <div className={styles.fields}>
            <NumberField
              label={a('consultant')}
              value={settings.consultant}
              least={0}
              most={9_999_999}
              format={NO_GROUPS}
              onChange={(consultant) => set({ consultant })}
            />
            <NumberField
              label={a('client')}
              value={settings.client}
              least={0}
              most={99_999}
              format={NO_GROUPS}
              onChange={(number) => set({ client: number })}
            />
            <NumberField
              label={a('accountLength')}
              value={settings.accountLength}
              least={4}
              most={8}
              onChange={(accountLength) => set({ accountLength })}
            />
            <NumberField
              label={a('yearBegins')}
              value={settings.yearBegins}
              least={1}
              most={12}
              onChange={(yearBegins) => set({ yearBegins })}
            />
          </div>
        </fieldset>
      </Later>
      {failed ? <Problem text={failed} /> : null}
      {isSaved ? <Calm>{a('saved')}</Calm> : null}
      <div className={ui.actions}>
        <Button look="primary" onPress={() => save()}>
          {a('save')}
        </Button>
      </div>
    </section>
  );
}
