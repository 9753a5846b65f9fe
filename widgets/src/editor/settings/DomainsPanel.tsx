import { Panel } from '../panel/Panel.tsx';
import { useOpened, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { ChoiceValue, TextValue } from '../values/values.tsx';

const SITE = 'site.json';

/** The address that the site goes by, and the target that its pages are published to (E-146). */
export function DomainsPanel() {
  const opened = useOpened(SITE);
  const { targets } = useSite();
  return (
    <Panel title={t('tool.domains')}>
      {opened.is === 'loading' ? <Loading /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {opened.is === 'ready' ? (
        <>
          <TextValue path={SITE} pointer="/website/baseUrl" label={t('domains.address')} />
          {targets.length > 1 ? (
            <ChoiceValue
              path={SITE}
              pointer="/publish/to"
              label={t('domains.target')}
              choices={targets.map((value) => ({ value, label: value }))}
              otherwise={targets[0] ?? ''}
            />
          ) : null}
          <p className={ui.help}>{t('domains.help')}</p>
        </>
      ) : null}
    </Panel>
  );
}
