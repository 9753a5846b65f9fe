import { useState } from 'react';
import styles from '../books/books.module.css';
import { save } from '../books/save.ts';
import { answerOf } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { a } from './text.ts';

const FORMATS = ['journal', 'datev'] as const;
type Format = (typeof FORMATS)[number];

/** The name by which an answer is kept, as it says itself. */
const nameOf = (answer: Response, other: string): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? other;

/** Gets a file and hands it over to the browser. */
export async function fetchFile(path: string, name: string): Promise<void> {
  const answer = await answerOf(path);
  save(await answer.blob(), nameOf(answer, name));
}

/** The books of some days as a file for another program. */
export function Exports({ currencies }: { currencies: readonly string[] }) {
  const [format, setFormat] = useState<Format>('journal');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const currency = chosen ?? currencies[0] ?? '';
  const download = async () => {
    setFailed(null);
    const query = new URLSearchParams({ from, to, ...(format === 'datev' ? { currency } : {}) });
    try {
      await fetchFile(`/api/commerce/accounting/${format}.csv?${query}`, `${format}.csv`);
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  return (
    <section aria-label={a('exports')} className={ui.stack}>
      <h3 className={styles.title}>{a('exports')}</h3>
      <p className={ui.help}>{a('exportHelp')}</p>
      <div className={styles.fields}>
        <Select<Format>
          label={a('format')}
          value={format}
          choices={FORMATS.map((value) => ({ value, label: a(`format.${value}`) }))}
          onChange={setFormat}
        />
        <TextField label={a('from')} type="date" value={from} onChange={setFrom} />
        <TextField label={a('to')} type="date" value={to} onChange={setTo} />
        {format === 'datev' && currencies.length > 1 ? (
          <Select
            label={a('currency')}
            value={currency}
            choices={currencies.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        ) : null}
      </div>
      {failed ? <Problem text={failed} /> : null}
      <div className={ui.actions}>
        <Button onPress={() => download()}>{a('download')}</Button>
      </div>
    </section>
  );
}
