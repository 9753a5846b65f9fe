import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

/** Programs by the names that people know. */
const NAMES: Readonly<Record<string, string>> = {
  bigcommerce: 'BigCommerce',
  loggia: 'Loggia',
  magento: 'Magento',
  shopify: 'Shopify',
  squarespace: 'Squarespace',
  wix: 'Wix',
  woocommerce: 'WooCommerce',
};

/** What another shop said of a customer, and the orders that came along: to be read, and nothing else. */
export function Brought({ from }: { from: components['schemas']['BroughtCustomer'] }) {
  const { name, phone, address, labels, note, since, count, orders } = from;
  const facts = [
    name,
    phone,
    ...address,
    typeof since === 'number' ? k('knownSince', { when: when(since) }) : '',
    labels.length > 0 ? k('labelsAre', { labels: labels.join(', ') }) : '',
    note,
  ];
  return (
    <section className={ui.stack} aria-label={k('there')}>
      <h4 className={styles.title}>{k('there')}</h4>
      <p className={styles.lines}>{facts.filter(Boolean).join('\n')}</p>
      {count > 0 ? <p className={ui.help}>{k('cameOrders', { n: count })}</p> : null}
      <ul className={desk.list}>
        {orders.map(({ source, number, createdOn, currency, totalCents, refundedCents, state }) => (
          <li key={`${source} ${number}`} className={desk.item}>
            <span className={desk.who}>
              <strong>{number}</strong>{' '}
              {[NAMES[source], createdOn > 0 ? when(createdOn) : '', state].filter(Boolean).join(' · ')}
              {refundedCents > 0 ? (
                <>
                  <br />
                  <span className={ui.help}>{k('wentBack', { amount: amount(refundedCents, currency) })}</span>
                </>
              ) : null}
            </span>
            <span>{amount(totalCents, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
