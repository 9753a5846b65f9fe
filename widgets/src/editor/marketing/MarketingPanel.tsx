import { useQueries } from '@tanstack/react-query';
import { getFile } from '../client/editor.ts';
import { MAILING, storagesOf } from '../core/formSchema.ts';
import { Panel } from '../panel/Panel.tsx';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import ui from '../ui/ui.module.css';
import { Members } from './Members.tsx';

/** Who gets emails, and the forms by which people come into each list (E-065). */
export function MarketingPanel() {
  return (
    <Panel title={t('tool.marketing')}>
      <Tabs
        label={t('tool.marketing')}
        tabs={[
          { id: 'members', label: t('marketing.members'), body: <Members /> },
          { id: 'lists', label: t('marketing.lists'), body: <Lists /> },
        ]}
      />
    </Panel>
  );
}

/** The lists that forms lead to. */
function Lists() {
  const { forms, role } = useSite();
  const files = useQueries({
    queries: forms.map(({ path }) => ({ queryKey: ['formFile', path], queryFn: () => getFile(path) })),
  });
  const failed = files.find(({ isError }) => isError);
  const lists = new Map<string, { kind: string; forms: { name: string; path: string }[] }>();
  for (const [index, form] of forms.entries())
    for (const { kind, target } of storagesOf(files[index]?.data?.json)) {
      if (!MAILING.includes(kind)) continue;
      const list = lists.get(target) ?? { kind, forms: [] };
      list.forms.push(form);
      lists.set(target, list);
    }
  return (
    <>
      {files.some(({ isPending }) => isPending) ? <Loading /> : null}
      {failed ? <CannotLoad retry={() => void failed.refetch()} /> : null}
      {lists.size === 0 && files.every(({ isSuccess }) => isSuccess) ? <p>{t('marketing.none')}</p> : null}
      <ul
        style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t('marketing.lists')}
      >
        {[...lists].map(([target, list]) => (
          <li key={target} className={styles.entry}>
            <strong style={{ overflowWrap: 'anywhere' }}>{target}</strong>
            <span className={ui.help}>{t(list.kind === 'audience' ? 'storage.audience' : 'storage.list')}</span>
            <div className={ui.actions}>
              {list.forms.map(({ name, path }) => (
                <Button
                  key={path}
                  look="quiet"
                  icon="forms"
                  isDisabled={!role.tools.includes('forms')}
                  onPress={() => go('website/forms', { form: path })}
                >
                  {name}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p className={ui.help}>{t('marketing.help')}</p>
    </>
  );
}
