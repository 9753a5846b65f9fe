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

  /** Buys these goods for the total that the shop says; gives the order's number. */
  async buy(name: string, goods: readonly Goods[], wishes: Wishes = {}): Promise<string> {
    for (const [itemId, sku, quantity, answers] of goods) {
      const additionalFields = answers ? JSON.stringify(answers) : null;
      await this.post('shopping-cart/entries', { itemId, sku, quantity, additionalFields });
    }
    if (wishes.code) await this.post('shopping-cart/coupons', { promoCode: wishes.code });
    const body = {
      email: `${name.toLowerCase().replace(' ', '.')}@shopper.example`,
      language: 'en-US',
      acceptPrices: true,
      buyer: { name, phone: '+12125550142', note: wishes.note ?? '', giftMessage: wishes.giftMessage ?? '' },
      shippingLocation: HOME,
      shippingOptionId: wishes.option ?? 'parcel',
      ...(wishes.paymentMethod ? { paymentMethod: wishes.paymentMethod } : { paymentToken: 'test-pass' }),
    };
    // The first call names no total: the answer says it, and it is agreed to.
    const { status, json } = await this.send('checkout', body);
    if (status !== 409 || json.code !== 'total-missing') throw new Error(`${status} ${JSON.stringify(json)}`);
    const { totalCents, cartDigest } = json;
    const order = await this.post('checkout', { ...body, totalCents, cartDigest });
    return String(order.number ?? order.orderNumber);
  }

  close = (): Promise<void> => this.calls.dispose();

  private async send(path: string, data: object) {
    const headers = { 'x-csrf-token': this.crumb };
    const answer = await this.calls.post(`/api/commerce/${path}`, { data, headers });
    return { status: answer.status(), json: (await answer.json()) as Record<string, unknown> };
  }

  private async post(path: string, data: object): Promise<Record<string, unknown>> {
    const { status, json } = await this.send(path, data);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }
}
