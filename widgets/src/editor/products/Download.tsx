import { useState } from 'react';
import { save } from '../books/save.ts';
import { failureText, send } from '../client/ask.ts';
import { useSession } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import { g } from './text.ts';

/** The products as a list for a spreadsheet. What is not saved yet is saved first: the list is made of the files. */
export function Download() {
  const session = useSession();
  const [failed, setFailed] = useState('');
  const get = async () => {
    setFailed('');
    try {
      await session.save();
      save(await (await send('GET', 'products/list')).blob(), 'products.csv');
    } catch (thrown) {
      setFailed(failureText(thrown, t));
    }
  };
  return (
    <>
      <Button onPress={() => get()}>{g('download')}</Button>
      {failed ? <Problem text={g('downloadFailed', { why: failed })} retry={() => void get()} /> : null}
    </>
  );
}
