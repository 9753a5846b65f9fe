import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../../../state/useStore.ts';
import { CallFailed } from '../../client/ask.ts';
import { getOffer, type Offer } from '../../client/editor.ts';
import { countries, countryName } from '../../core/countries.ts';
import { decimal } from '../../core/product.ts';
import { useJson, useSession } from '../../state/context.ts';
import { m } from '../../text/manage.ts';
import { editorLocale } from '../../text/text.ts';
import { t } from '../../text/words.ts';
import { NumberField, Select, TextField } from '../../ui/fields.tsx';
import rows from '../../ui/rows.module.css';
import { Loading, Problem } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { homeOf } from './home.ts';
import { SITE } from './Rows.tsx';

/** What the cart of a shopper somewhere says, by the settings as they are saved. The server works it out. */
export function ShopperPreview() {
  const built = useStore(useSession().$built);
  const home = homeOf(useJson(SITE));
  const [chosen, setCountry] = useState<string | null>(null);
  const [region, setRegion] = useState('');
  const [quantity, setQuantity] = useState(1);
  const country = chosen ?? home;
  const offer = useQuery({
    queryKey: ['offer', country, region, quantity, built],
    queryFn: () => getOffer({ country, region: region.trim() || undefined, quantity }),
    placeholderData: keepPreviousData,
  });
  const { error } = offer;
  const said = error instanceof CallFailed && error.failure.kind === 'http' ? error.message : t('errors.unknown');
  return (
    <section className={rows.entry} aria-label={m('sell.preview')}>
      <h3>{m('sell.preview')}</h3>
      <Select
        label={m('offer.country')}
        value={country}
        choices={countries(editorLocale())}
        onChange={(next) => {
          setCountry(next);
          setRegion('');
        }}
      />
      <TextField label={m('offer.region')} value={region} onChange={setRegion} />
      <NumberField label={m('offer.quantity')} value={quantity} least={1} most={9999} onChange={setQuantity} />
      {offer.isPending ? <Loading /> : null}
      {offer.isError ? <Problem text={said} /> : null}
      {offer.data && !offer.isError ? <Sums offer={offer.data} country={country} /> : null}
    </section>
  );
}

function Sums({ offer, country }: { offer: Offer; country: string }) {
  const locale = editorLocale();
  const money = (cents: number): string => `${decimal(cents)} ${offer.currency}`;
  if (offer.requiresShipping && offer.ways.length === 0)
    return <Problem text={m('offer.nothing', { country: countryName(country, locale) })} />;
  return (
    <dl className={ui.stack}>
      <Sum what={`${m('offer.goods')}: ${offer.title}`} amount={money(offer.subtotalCents)} />
      {offer.ways.map(({ name, costCents, days }) => (
        <Sum
          key={name}
          what={days ? `${name} (${days[0]}${days[1] === days[0] ? '' : ` – ${days[1]}`})` : name}
          amount={costCents === 0 ? m('offer.free') : money(costCents)}
        />
      ))}
      {offer.taxes.map(({ name, rate, included, taxCents }) => (
        <Sum
          key={`${name ?? ''}${rate}`}
          what={m(included ? 'offer.taxIn' : 'offer.tax', { name: name ?? m('sell.taxes'), rate })}
          amount={money(taxCents)}
        />
      ))}
      <Sum what={m('offer.total')} amount={money(offer.totalCents)} />
    </dl>
  );
}

const Sum = ({ what, amount }: { what: string; amount: string }) => (
  <div style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
    <dt>{what}</dt>
    <dd style={{ margin: 0, whiteSpace: 'nowrap' }}>{amount}</dd>
  </div>
);
