import type { DeliveryWindow, DeliveryWindows } from '../contract/types.ts';
import { call } from './call.ts';

/** The windows of a way of delivery that may be chosen now, for the cart of a token or of the cookie. */
export async function deliveryWindows(option: string, cartToken: string | null): Promise<DeliveryWindow[]> {
  const query = cartToken ? { option, cartToken } : { option };
  return (await call<DeliveryWindows>('GET', '/api/commerce/delivery-windows', { query })).windows;
}
