import { useState } from 'react';
import { answerOf } from '../client/shop.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Select, Switch } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { DESK, handOver } from './desk.ts';

const SHEETS = ['picks', 'slips', 'labels'] as const;
const PAPERS = ['a4', 'letter', 'label'] as const;
/** The most orders that the server prints at once. */
const MOST = 200;

/** Prints pick list, packing slips and labels of orders as one file, and says what could not be printed. */
export function PrintForm({ orders }: { orders: readonly string[] }) {
  const [sheets, setSheets] = useState<readonly (typeof SHEETS)[number][]>(['picks', 'slips']);
  const [paper, setPaper] = useState<(typeof PAPERS)[number]>('a4');
  const [said, setSaid] = useState<string[]>([]);
  const [failed, setFailed] = useState(false);
  const print = async () => {
    setFailed(false);
    setSaid([]);
    const query = new URLSearchParams({ orders: orders.join(','), sheets: sheets.join(','), paper });
    try {
      const answer = await answerOf(`${DESK}/print.pdf?${query}`);
      const named = (name: string) => answer.headers.get(name) ?? '';
      handOver(await answer.blob(), 'orders.pdf');
      const [letters, labels] = [named('loggia-unknown-letters'), named('loggia-without-label')];
      setSaid([
        ...(letters ? [t('desk.unknownLetters', { orders: letters })] : []),
        ...(labels ? [t('desk.withoutLabel', { orders: labels })] : []),
      ]);
    } catch {
      setFailed(true);
    }
  };
  const isTooMany = orders.length > MOST;
  return (
    <div className={ui.stack}>
      {SHEETS.map((sheet) => (
        <Switch
          key={sheet}
          label={t(`desk.sheet.${sheet}`)}
          isOn={sheets.includes(sheet)}
          onChange={(isOn) => setSheets(SHEETS.filter((one) => (one === sheet ? isOn : sheets.includes(one))))}
        />
      ))}
      <Select
        label={t('desk.paper')}
        value={paper}
        choices={PAPERS.map((value) => ({ value, label: t(`desk.paper.${value}`) }))}
        onChange={setPaper}
      />
      {isTooMany ? <p className={ui.help}>{t('desk.printMost')}</p> : null}
      <div className={ui.actions}>
        <Button isDisabled={isTooMany || sheets.length === 0} onPress={() => print()}>
          {t('desk.printNow')}
        </Button>
      </div>
      {said.map((text) => (
        <p key={text} role="status">
          {text}
        </p>
      ))}
      {failed ? <Problem text={t('desk.filesFailed')} /> : null}
    </div>
  );
}
