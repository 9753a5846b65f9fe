import { useStore } from '../../state/useStore.ts';
import { changePlan, trialUpgrade } from '../core/adminPath.ts';
import { Panel } from '../panel/Panel.tsx';
import { useSite } from '../state/context.ts';
import { $route, go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Calm } from '../ui/states.tsx';

/**
 * The plan of the site: where "upgrade" and "change plan" lead (E-158…E-160). A site that one hosts oneself has neither
 * plan nor bill: nothing is offered there that would lead nowhere.
 */
export function BillingPanel() {
  const { features } = useSite();
  const { path } = useStore($route);
  const multi = features.multiProduct === true;
  const here = path.endsWith('/upgrade') ? 'upgrade' : path.endsWith('/change-plan') ? 'changePlan' : 'own';
  return (
    <Panel title={t('tool.billing')}>
      <Calm>{t(`billing.${here}`)}</Calm>
      {features.trial === true ? (
        <Button look="primary" onPress={() => go(trialUpgrade(multi))}>
          {t('billing.toUpgrade')}
        </Button>
      ) : null}
      {features.paid === true ? (
        <Button onPress={() => go(changePlan(multi))}>{t('billing.toChangePlan')}</Button>
      ) : null}
    </Panel>
  );
}
