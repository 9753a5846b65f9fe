import { useState } from 'react';
import { addressOf } from '../core/item.ts';
import { textAt } from '../core/json.ts';
import { finished, urlSlug, urlSlugWithSlash } from '../core/urlFilter.ts';
import { useFault, useJson, useSite } from '../state/context.ts';
import { m } from '../text/manage.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { useMove } from './useMove.ts';

/** The address of a page or an entry. It changes as a whole, with a press: others have linked to it. */
export function AddressField({ path }: { path: string }) {
  const json = useJson(path);
  const { collections } = useSite();
  const move = useMove(path);
  const fault = useFault(path, '/urlId');
  const [typed, setTyped] = useState<string | null>(null);
  const [lead, setLead] = useState(true);
  const [error, setError] = useState<string | undefined>();
  const isPage = path.endsWith('/collection.json');
  const own = collections.find((one) => one.path === path);
  const now = textAt(json, '/urlId') || (own?.urlId ?? addressOf(path));
  const change = async () => {
    const slug = finished(typed ?? '').replace(/^\/+/, '');
    if (slug === '') return setError(m('address.empty'));
    if (isPage && collections.some((one) => one.path !== path && one.urlId === slug))
      return setError(m('address.taken'));
    if (await move(m('address.change'), slug, lead)) setTyped(emptied(typed, null));
  };
  return (
    <div className={ui.stack}>
      <TextField
        label={t('field.urlId')}
        help={t('field.urlIdHelp')}
        value={typed ?? now}
        onChange={(text) => {
          setError(undefined);
          setTyped((isPage ? urlSlugWithSlash : urlSlug)(text));
        }}
        onEnter={() => void change()}
        pointer="/urlId"
        error={error ?? fault}
      />
      {typed !== null && typed !== now ? (
        <>
          {own?.url === '/' ? null : <Switch label={m('address.lead')} isOn={lead} onChange={setLead} />}
          <p className={ui.help}>{m('address.menu')}</p>
          <div className={ui.actions}>
            <Button onPress={() => setTyped(null)}>{t('common.cancel')}</Button>
            <Button look="primary" onPress={() => change()}>
              {m('address.change')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
