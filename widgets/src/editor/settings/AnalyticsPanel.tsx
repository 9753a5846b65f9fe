import { Panel } from '../shell/Panel.tsx';
import { t } from '../text/text.ts';
import { Calm } from '../ui/states.tsx';

/** Visits and figures are kept by the shop's API; it has no call that reads them back yet, and that is said. */
export function AnalyticsPanel() {
  return (
    <Panel title={t('tool.analytics')}>
      <Calm>{t('analytics.none')}</Calm>
    </Panel>
  );
}
