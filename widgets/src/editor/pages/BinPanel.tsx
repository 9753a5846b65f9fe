import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed } from '../client/ask.ts';
import { getBin, restoreFromBin } from '../client/editor.ts';
import { folderOf } from '../core/item.ts';
import { Panel } from '../panel/Panel.tsx';
import { go } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import rows from '../ui/rows.module.css';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const day = (moment: number): string => new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium' }).format(moment);

/** What was deleted in the last thirty days, and the way back. */
export function BinPanel() {
  const client = useQueryClient();
  const bin = useQuery({ queryKey: ['bin'], queryFn: getBin, staleTime: 0 });
  const [problem, setProblem] = useState<string | null>(null);
  const restore = async (name: string, path: string) => {
    setProblem(null);
    try {
      await restoreFromBin(name);
    } catch (thrown) {
      const said = thrown instanceof CallFailed && thrown.failure.kind === 'http' ? thrown.message : '';
      setProblem(said || t('errors.unknown'));
      return;
    }
    await client.invalidateQueries({ queryKey: ['bin'] });
    void client.invalidateQueries({ queryKey: ['site'] });
    go('website/pages', path.endsWith('/collection.json') ? {} : { collection: folderOf(path) });
  };
  return (
    <Panel title={m('bin.title')} onBack={() => go('website/pages')}>
      {problem ? <Problem text={problem} /> : null}
      {bin.isPending ? <Loading /> : null}
      {bin.isError ? <CannotLoad retry={() => void bin.refetch()} /> : null}
      {bin.data ? (
        <>
          <p className={ui.help}>{m('bin.help', { n: bin.data.days })}</p>
          {bin.data.entries.length === 0 ? <p>{m('bin.empty')}</p> : null}
          <ul className={rows.plain ?? ''} aria-label={m('bin.title')}>
            {bin.data.entries.map(({ name, title, path, deletedOn, goneOn }) => (
              <li key={name} className={rows.block}>
                <span className={rows.title}>
                  <strong>{title}</strong>
                  <span className={ui.help}>{m('bin.when', { day: day(deletedOn), until: day(goneOn) })}</span>
                </span>
                <Button aria-label={m('bin.restoreNamed', { title })} onPress={() => restore(name, path)}>
                  {m('bin.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  );
}
