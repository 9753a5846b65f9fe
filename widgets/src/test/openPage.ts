import { pageWith } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import type { PageData, PageProduct, Product } from '../contract/types.ts';
import { setPageData } from '../pageData.ts';
import { forgetCart } from '../state/cartStore.ts';
import { forgetChoices } from '../state/product.ts';
import { DEFAULT_PAGE } from './defaultPage.ts';

type Over = Parameters<typeof pageWith>[1];

/** A page of a shop with these products, an empty cart and nothing chosen. Stories open it too: nothing of node in here. */
export function openPage(products: (Product | PageProduct)[] = [], over: Over = {}): PageData {
  forgetCart();
  forgetChoices();
  mockCart();
  return setPageData(pageWith(products, over, DEFAULT_PAGE));
}
