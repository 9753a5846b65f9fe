import { t } from '../text/text.ts';
import { Loading } from '../ui/states.tsx';
import { Panel } from './Panel.tsx';

/** What stands where a panel will be, while its code comes. */
export const Opening = () => (
  <Panel title={t('common.loading')}>
    <Loading />
  </Panel>
);
