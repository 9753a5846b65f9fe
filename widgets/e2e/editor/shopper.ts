import { type APIRequestContext, request } from '@playwright/test';
import type { ShopServer } from '../shopServer.ts';

/** What a purchase may say beside its goods: see `Checkout` in api/openapi.json. */
export type Wishes = { option?: string; code?: string; paymentMethod?: string; note?: string; giftMessage?: string };
/** A product by its id, the variant and how many pieces; with the answers to its form. */
export type Goods = readonly [item: string, sku: string, quantity: number, answers?: object];

const HOME = {
  country: 'US',
  region: 'NY',
  city: 'New York',
  postalCode: '10001',
  line1: '1 Market Street',
  line2: '',
};

type Cart = { grandTotalCents: number; digest: string; shippingOptions: readonly object[] };

/** A shopper who buys by the calls that the pages make: for journeys that begin where the shopping ends. */
export class Shopper {
  private constructor(
    private readonly calls: APIRequestContext,
    private readonly crumb: string,
  ) {}

  /** A new visitor of this shop. */
  static async of(shop: ShopServer): Promise<Shopper> {
    const calls = await request.newContext({ baseURL: shop.origin });
    await calls.get('/api/crumb');
    const { cookies } = await calls.storageState();
    return new Shopper(calls, cookies.find(({ name }) => name === 'crumb')?.value ?? '');
  }

  /** Buys these goods for the total that the shop says. */
  async buy(name: string, goods: readonly Goods[], wishes: Wishes = {}): Promise<void> {
    for (const [itemId, sku, quantity, answers] of goods) {
      const additionalFields = answers ? JSON.stringify(answers) : null;
      await this.post('shopping-cart/entries', { itemId, sku, quantity, additionalFields });
    }
    if (wishes.code) await this.post('shopping-cart/coupons', { promoCode: wishes.code });
    await this.put('shipping-location', HOME);
    if ((await this.cart()).shippingOptions.length)
      await this.put('shipping-option', { id: wishes.option ?? 'parcel' });
    const { grandTotalCents, digest } = await this.cart();
    await this.post('checkout', {
      email: `${name.toLowerCase().replace(' ', '.')}@shopper.example`,
      language: 'en-US',
      buyer: { name, phone: '+12125550142', note: wishes.note ?? '', giftMessage: wishes.giftMessage ?? '' },
      totalCents: grandTotalCents,
      cartDigest: digest,
      ...(wishes.paymentMethod ? { paymentMethod: wishes.paymentMethod } : { paymentToken: 'test-pass' }),
    });
  }

  close = (): Promise<void> => this.calls.dispose();

  private async cart(): Promise<Cart> {
    return (await this.calls.get('/api/commerce/shopping-cart')).json();
  }

  private put = (path: string, data: object) => this.send('put', `shopping-cart/${path}`, data);

  private post = (path: string, data: object) => this.send('post', path, data);

  private async send(method: 'post' | 'put', path: string, data: object): Promise<Record<string, unknown>> {
    const headers = { 'x-csrf-token': this.crumb };
    const answer = await this.calls[method](`/api/commerce/${path}`, { data, headers });
    const json = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${JSON.stringify(json)}`);
    return json;
  }
}
