/** Parts of an address that open something without a log-in: a cart, an order, a payment, a file. */
const OPENS = /^(key|crumb|.*(token|secret|signature|password))$/i;

/** An address, or its query, without what opens something: what is told of a visit is read and given out by others. */
export function told(address: string): string {
  const [path = '', query = ''] = address.split(/[?](.*)/s);
  const [asked = '', hash] = query.split(/(#.*)/s);
  const kept = asked.split('&').filter((pair) => !OPENS.test(nameOf(pair)));
  return path + (kept.join('&') && `?${kept.join('&')}`) + (hash ?? '');
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=');
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim();
  } catch {
    return name;
  }
}
