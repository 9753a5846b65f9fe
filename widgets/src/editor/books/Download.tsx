import { useState } from 'react';
import { fileOf } from '../client/shop.ts';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { save } from './save.ts';
import { FIGURES, type Wanted } from './span.ts';
import { w } from './text.ts';

/** The figures and the taxes as tables. */
export function Download({ wanted }: { wanted: Wanted }) {
  const [failed, setFailed] = useState(false);
  const get = (path: string, name: string) => async () => {
    setFailed(false);
    try {
      save(await fileOf(`${path}?${new URLSearchParams(wanted).toString()}`), name);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      {failed ? <Problem text={w('failed')} /> : null}
      <div className={ui.actions}>
        <Button onPress={() => get(`${FIGURES}.csv`, 'figures.csv')()}>{w('download')}</Button>
        <Button onPress={() => get(`${FIGURES}/taxes.csv`, 'taxes.csv')()}>{w('downloadTaxes')}</Button>
      </div>
    </>
  );
}
