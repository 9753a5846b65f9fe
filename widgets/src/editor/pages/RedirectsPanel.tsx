import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { OWN_LIST, readRedirects, withoutLine, withRedirect } from '../core/redirects.ts';
import { Panel } from '../panel/Panel.tsx';
import { useOpened, useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Switch, TextField } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

/** Addresses that lead elsewhere: the owner's own list, and those that a move has brought. */
export function RedirectsPanel() {
  const { redirects } = useSite();
  const others = redirects.filter((path) => path !== OWN_LIST && path.endsWith('.csv'));
  return (
    <Panel title={m('redirects.title')} onBack={() => go('website/pages')}>
      <p className={ui.help}>{m('redirects.help')}</p>
      {redirects.includes(OWN_LIST) ? <List path={OWN_LIST} /> : <NewList />}
      {others.map((path) => (
        <List key={path} path={path} heading={path.replace(/^.*\//, '')} />
      ))}
    </Panel>
  );
}

/** The list before there is a file. */
function NewList() {
  const session = useSession();
  const file = useStore(session.$documents).files.get(OWN_LIST);
  return file && 'text' in file ? <Rows path={OWN_LIST} text={file.text} /> : <Rows path={OWN_LIST} text={undefined} />;
}

function List({ path, heading }: { path: string; heading?: string }) {
  const opened = useOpened(path);
  const file = useStore(useSession().$documents).files.get(path);
  if (opened.is === 'failed') return <CannotLoad retry={opened.retry} />;
  if (!file || !('text' in file)) return opened.is === 'missing' ? <NewList /> : <Loading />;
  return <Rows path={path} text={file.text} {...(heading ? { heading } : {})} />;
}

function Rows({ path, text, heading }: { path: string; text: string | undefined; heading?: string }) {
  const session = useSession();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [forNow, setForNow] = useState(false);
  const [error, setError] = useState<{ from?: string; to?: string }>({});
  const all = readRedirects(text ?? '');
  const add = () => {
    const [old, next] = [from.trim(), to.trim()];
    if (!old.startsWith('/') || old.startsWith('//')) return setError({ from: m('redirects.fromWrong') });
    if (all.some((row) => row.from === old)) return setError({ from: m('redirects.twice') });
    if (!/^(\/(?!\/)|https?:\/\/\S+\.\S)/.test(next)) return setError({ to: m('redirects.toWrong') });
    setError({});
    const list = withRedirect(text, { from: old, to: next, status: forNow ? 302 : 301 });
    const done = session.act(m('redirects.add'), [
      text === undefined ? { kind: 'create', path, content: { text: list } } : { kind: 'write', path, text: list },
    ]);
    if (!done) return;
    setFrom('');
    setTo('');
  };
  return (
    <div className={ui.stack}>
      {heading ? <h3>{heading}</h3> : null}
      {all.length === 0 ? <p>{m('redirects.none')}</p> : null}
      <ul className={rows.plain ?? ''} aria-label={heading ?? m('redirects.title')}>
        {all.map((row) => (
          <li key={row.line} className={rows.block}>
            <span className={rows.title}>
              {row.from} → {row.to}
              {row.status === 302 ? ` (302)` : ''}
            </span>
            <IconButton
              icon="remove"
              label={m('redirects.remove', { from: row.from })}
              onPress={() =>
                session.act(m('redirects.remove', { from: row.from }), [
                  { kind: 'write', path, text: withoutLine(text ?? '', row.line) },
                ])
              }
            />
          </li>
        ))}
      </ul>
      {heading ? null : (
        <div className={rows.entry}>
          <TextField label={m('redirects.from')} value={from} onChange={setFrom} error={error.from} />
          <TextField label={m('redirects.to')} value={to} onChange={setTo} onEnter={add} error={error.to} />
          <Switch label={m('redirects.forNow')} isOn={forNow} onChange={setForNow} />
          <Button look="primary" onPress={add}>
            {m('redirects.add')}
          </Button>
        </div>
      )}
    </div>
  );
}
