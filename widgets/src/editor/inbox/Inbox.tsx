import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { call, fileOf } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { handOver } from '../desk/desk.ts';
import { Lists } from '../desk/Lists.tsx';
import { More } from '../desk/More.tsx';
import { isTyping, useKeys } from '../desk/useKeys.ts';
import { useTyped } from '../desk/useTyped.ts';
import { Panel } from '../panel/Panel.tsx';
import { useUnread } from '../panel/unread.ts';
import { useSite } from '../state/context.ts';
import { $route, go } from '../state/route.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Keys } from './Keys.tsx';
import { MessageRow } from './MessageRow.tsx';
import { FOLDERS, INBOX, KINDS, type Kind, keyOf, type Page, type Row, type Shown } from './message.ts';
import { OneMessage } from './OneMessage.tsx';
import { k } from './text.ts';

const DeviceNotices = lazyPart(
  () => import('../notices/DeviceNotices.tsx').then((room) => room.DeviceNotices),
  () => <Loading />,
);

/** No kind and no form is called so: all of them. */
const ALL = '*';

/**
 * What visitors sent, in one list: by folder, kind, form and words; one opens with a press. `j`, `k`, `e`, `r`, `/` and `Esc` work it.
 */
export function InboxPanel() {
  const { params } = useStore($route);
  const { forms } = useSite();
  const client = useQueryClient();
  const unread = useUnread().data?.unread ?? 0;
  const [shown, setShown] = useState<Shown>('INBOX');
  const [typed, setTyped, text] = useTyped();
  const [at, setAt] = useState(0);
  const [hasKeys, setKeys] = useState(false);
  const [hasNotices, setNotices] = useState(false);
  const [replies, setReplies] = useState(false);
  const [failed, setFailed] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const kind = KINDS.find((one) => one === params.kind) ?? null;
  const about = params.about ?? '';
  const list = useInfiniteQuery({
    queryKey: ['inbox', 'list', shown, kind, about, text],
    initialPageParam: '',
    // What is looked for stands in the body: no log has it.
    queryFn: ({ pageParam }) => {
      const where = shown === 'UNREAD' ? { folder: 'INBOX', unread: true } : { folder: shown };
      return call<Page>('POST', INBOX, { json: { ...where, kind, about, text, cursor: pageParam } });
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const all = list.data?.pages.flatMap(({ messages }) => messages) ?? [];
  const filter = { ...(kind ? { kind } : {}), ...(about ? { about } : {}) };
  const open = params.message;
  const show = (row: Row | undefined, withReply = false) => {
    if (!row) return;
    setReplies(withReply);
    setAt(all.indexOf(row));
    go('inbox', { ...filter, message: keyOf(row) });
  };
  const close = () => go('inbox', filter);
  const attempt = async (what: () => Promise<unknown>) => {
    setFailed('');
    await what().catch((thrown) => setFailed(refusalOf(thrown)));
  };
  const archive = (key: string) =>
    attempt(async () => {
      await call('PUT', `${INBOX}/${key}`, { json: { folder: 'ARCHIVED' } });
      await client.invalidateQueries({ queryKey: ['inbox'] });
      if (open) close();
    });
  const move = (by: number) => {
    const here = open ? all.findIndex((row) => keyOf(row) === open) : at;
    const next = Math.max(0, Math.min(all.length - 1, here + by));
    if (open) return show(all[next]);
    setAt(next);
    root.current?.querySelectorAll<HTMLElement>(`.${desk.row}`)[next]?.focus();
  };
  useKeys(root, (event) => {
    if (event.key === 'Escape' && open && !isTyping(event.target)) return close();
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = all[at];
    const key = open ?? (row ? keyOf(row) : '');
    const done = {
      j: () => move(1),
      k: () => move(-1),
      e: () => key && void archive(key),
      r: () => (open ? root.current?.querySelector<HTMLElement>('textarea')?.focus() : show(row, true)),
      '/': () => (open ? close() : root.current?.querySelector<HTMLElement>('input[type=search]')?.focus()),
      '?': () => setKeys(!hasKeys),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    done();
  });
  const title = unread > 0 ? `${k('inbox')} (${unread})` : k('inbox');
  return (
    <Panel isWide="page" title={title} onBack={open ? close : undefined}>
      <div ref={root} className={ui.stack}>
        {failed ? <Problem text={failed} /> : null}
        {open ? (
          <OneMessage key={open} at={open} replies={replies} onClose={close} onArchive={() => void archive(open)} />
        ) : (
          <>
            <Lists
              label={k('folders')}
              views={FOLDERS}
              shown={shown}
              name={(one) => (one === 'UNREAD' && unread > 0 ? `${k('folder.UNREAD')} ${unread}` : k(`folder.${one}`))}
              onChoose={(one) => {
                setShown(one);
                setAt(0);
              }}
            />
            <TextField label={k('search')} type="search" value={typed} onChange={setTyped} maxLength={200} />
            <Select<Kind | typeof ALL>
              label={k('kind')}
              value={kind ?? ALL}
              onChange={(next) => go('inbox', next === ALL ? {} : { kind: next })}
              choices={[
                { value: ALL, label: k('every') },
                ...KINDS.map((value) => ({ value, label: k(`kind.${value}`) })),
              ]}
            />
            {kind === 'form' ? (
              <Select
                label={k('form')}
                value={about || ALL}
                onChange={(next) => go('inbox', next === ALL ? { kind } : { kind, about: next })}
                choices={[
                  { value: ALL, label: k('everyForm') },
                  ...forms.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            ) : null}
            {about && kind !== 'form' ? (
              <div className={ui.actions}>
                <p>{k('onlyAbout')}</p>
                <Button onPress={() => go('inbox')}>{k('showAll')}</Button>
              </div>
            ) : null}
            <div className={ui.actions}>
              {kind === 'form' && about ? (
                <Button
                  onPress={() =>
                    attempt(async () => {
                      const query = new URLSearchParams({ formId: about });
                      handOver(await fileOf(`/api/form/submissions.csv?${query}`), 'answers.csv');
                    })
                  }
                >
                  {k('csv')}
                </Button>
              ) : null}
              <Button aria-expanded={hasKeys} onPress={() => setKeys(!hasKeys)}>
                {k('keys')}
              </Button>
              <Button aria-expanded={hasNotices} onPress={() => setNotices(!hasNotices)}>
                {k('notices')}
              </Button>
            </div>
            {hasKeys ? <Keys /> : null}
            {hasNotices ? <DeviceNotices /> : null}
            {shown === 'BIN' ? <p className={ui.help}>{k('binHelp')}</p> : null}
            {list.isPending ? <Loading /> : null}
            {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
            {list.isSuccess && all.length === 0 ? <p>{k(text ? 'noneFound' : 'none')}</p> : null}
            <ul className={desk.list}>
              {all.map((row, index) => (
                <li key={keyOf(row)} className={desk.item}>
                  <MessageRow row={row} isAt={index === at} onFocus={() => setAt(index)} onOpen={() => show(row)} />
                </li>
              ))}
            </ul>
            <More list={list} label={k('more')} />
          </>
        )}
      </div>
    </Panel>
  );
}
