/** Parts of an address that open something without a log-in: a cart, an order, a payment, a file. */
const OPENS = /^(key|crumb)$|(token|secret|signature|password)$/i;

/** An address, or its query, without what opens something: what is told of a visit is read and given out by others. */
export const told = (address: string): string =>
  address.replace(/\?[^#]*/, (query) => {
    const kept = query
      .slice(1)
      .split('&')
      .filter((pair) => !OPENS.test([...new URLSearchParams(pair).keys()].join()))
      .join('&');
    return kept && `?${kept}`;
  });
