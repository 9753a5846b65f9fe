import { useQueries, useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { getFile } from '../client/editor.ts';
import { call } from '../client/shop.ts';
import { AUTOMATION, storagesOf } from '../core/formSchema.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const PROVIDERS: Record<string, string> = { stripe: 'Stripe' };

/** The services that the shop works with: who takes payments, and which programs get the answers of forms (E-150). */
export function Connections() {
  const { forms, role } = useSite();
  const payment = useQuery({
    queryKey: ['paymentSettings'],
    queryFn: () => call<components['schemas']['PaymentSettings']>('GET', '/api/commerce/payment-settings'),
  });
  const files = useQueries({
    queries: forms.map(({ path }) => ({ queryKey: ['formFile', path], queryFn: () => getFile(path) })),
  });
  const failed = [payment, ...files].find(({ isError }) => isError);
  if (failed) return <CannotLoad retry={() => void failed.refetch()} />;
  if (payment.isPending || files.some(({ isPending }) => isPending)) return <Loading />;
  if (!payment.data) return null;
  const { provider, testMode } = payment.data;
  const connected = forms.flatMap((form, index) =>
    storagesOf(files[index]?.data?.json)
      .filter(({ kind }) => AUTOMATION.includes(kind))
      .map((storage) => ({ ...storage, form })),
  );
  return (
    <>
      <h3>{t('connections.payment')}</h3>
      <p>
        {provider === 'test' ? t('pay.test') : (PROVIDERS[provider] ?? provider)}
        {testMode && provider !== 'test' ? ` · ${t('connections.test')}` : ''}
      </p>
      <p className={ui.help}>{t('connections.paymentHelp')}</p>
      <h3>{t('connections.forms')}</h3>
      {connected.length === 0 ? <p>{t('connections.none')}</p> : null}
      <ul
        style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t('connections.forms')}
      >
        {connected.map(({ kind, target, form }) => (
          <li key={`${form.path} ${kind} ${target}`} className={styles.entry}>
            <strong style={{ overflowWrap: 'anywhere' }}>{target}</strong>
            <span className={ui.help}>{t(`storage.${kind}`)}</span>
            <div className={ui.actions}>
              <Button
                look="quiet"
                icon="forms"
                isDisabled={!role.tools.includes('forms')}
                onPress={() => go('website/forms', { form: form.path })}
              >
                {form.name}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
