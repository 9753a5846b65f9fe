import type { ACCOUNT_TEXTS } from './catalogue/account.ts';
import type { ACCOUNT_PAGE_TEXTS } from './catalogue/accountPage.ts';
import type { CART_TEXTS } from './catalogue/cart.ts';
import type { CHECKOUT_TEXTS } from './catalogue/checkout.ts';
import type { CHOICES_TEXTS } from './catalogue/choices.ts';
import type { CONFIRMED_TEXTS } from './catalogue/confirmed.ts';
import type { EXPRESS_TEXTS } from './catalogue/express.ts';
import type { FORMS_TEXTS } from './catalogue/forms.ts';
import type { GALLERY_TEXTS } from './catalogue/gallery.ts';
import type { GIFT_CARD_TEXTS } from './catalogue/giftCard.ts';
import type { INSTALLMENT_TEXTS } from './catalogue/installment.ts';
import type { SEARCH_TEXTS } from './catalogue/search.ts';
import type { SHOP_TEXTS } from './catalogue/shop.ts';
import type { SOCIAL_TEXTS } from './catalogue/social.ts';

/** Every text a widget shows. Its default stands in `catalogue/`, split so that a page fetches only what it can show. */
export type Catalogue = typeof SHOP_TEXTS &
  typeof CART_TEXTS &
  typeof CHECKOUT_TEXTS &
  typeof CHOICES_TEXTS &
  typeof EXPRESS_TEXTS &
  typeof CONFIRMED_TEXTS &
  typeof GIFT_CARD_TEXTS &
  typeof FORMS_TEXTS &
  typeof INSTALLMENT_TEXTS &
  typeof SEARCH_TEXTS &
  typeof GALLERY_TEXTS &
  typeof SOCIAL_TEXTS &
  typeof ACCOUNT_TEXTS &
  typeof ACCOUNT_PAGE_TEXTS;
export type TextKey = keyof Catalogue;
