import { Safety } from '../../product/Safety.tsx';
import { s } from '../../product/text.ts';
import { useOpened } from '../../state/context.ts';
import { m } from '../../text/manage.ts';
import { t } from '../../text/words.ts';
import { CannotLoad, Loading } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import ui from '../../ui/ui.module.css';
import { StoreSettings } from '../StoreSettings.tsx';
import { Consent } from './Consent.tsx';
import { Delivery } from './Delivery.tsx';
import { Payments } from './Payments.tsx';
import { SITE } from './Rows.tsx';
import { CheckoutFields, Seller } from './Seller.tsx';
import { ShopperPreview } from './ShopperPreview.tsx';
import { Taxes } from './Taxes.tsx';

/** Everything that a shop needs before it sells, in forms; each sets values of the site's own file. */
export function SellingSettings({ part }: { part?: string | undefined }) {
  const opened = useOpened(SITE);
  if (opened.is === 'loading') return <Loading />;
  if (opened.is !== 'ready') return <CannotLoad retry={opened.is === 'failed' ? opened.retry : () => undefined} />;
  return (
    <Tabs
      label={t('item.settings')}
      {...(part ? { selected: part } : {})}
      tabs={[
        { id: 'general', label: m('sell.general'), body: <StoreSettings /> },
        {
          id: 'delivery',
          label: m('sell.delivery'),
          body: (
            <>
              <Delivery />
              <ShopperPreview />
            </>
          ),
        },
        {
          id: 'taxes',
          label: m('sell.taxes'),
          body: (
            <>
              <Taxes />
              <ShopperPreview />
            </>
          ),
        },
        { id: 'payment', label: m('sell.payment'), body: <Payments /> },
        { id: 'checkout', label: m('sell.checkout'), body: <CheckoutFields /> },
        { id: 'seller', label: m('sell.seller'), body: <Seller /> },
        { id: 'consent', label: s('consent'), body: <Consent /> },
        {
          id: 'safety',
          label: s('safety'),
          body: (
            <>
              <p className={ui.help}>{s('safetyAll')}</p>
              <Safety path={SITE} root="/productSafety" />
            </>
          ),
        },
      ]}
    />
  );
}
