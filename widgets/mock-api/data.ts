import type {
  AddressForm,
  Cart,
  CartEntry,
  Comment,
  Form,
  FormField,
  PageData,
  PageProduct,
  Product,
  Review,
  Variant,
} from '../src/contract/types.ts';

/** Builders of whole wire values: a test or story names only what it is about. */
export const variant = (over: Partial<Variant> = {}): Variant => ({
  sku: 'LOAF',
  attributes: {},
  optionValues: [],
  price: 600,
  salePrice: 0,
  onSale: false,
  qtyInStock: 12,
  unlimited: false,
  shippingWeight: 0,
  ...over,
});

export const product = (over: Partial<Product> = {}): Product => ({
  id: 'loaf',
  collectionId: 'shop',
  title: 'Rye Loaf',
  fullUrl: '/shop/rye-loaf',
  productType: 1,
  variantOptionOrdering: [],
  variants: [variant()],
  price: 0,
  salePrice: 0,
  onSale: false,
  isSubscribable: false,
  useCustomAddButtonText: false,
  ...over,
});

/** A cake in two sizes and two flavours: one pair is sold out, one on sale, one does not exist. */
export const cake = (over: Partial<Product> = {}): Product =>
  product({
    id: 'cake',
    title: 'Almond Cake',
    fullUrl: '/shop/almond-cake',
    variantOptionOrdering: ['Size', 'Flavour'],
    variants: [
      variant({ sku: 'C-S-L', attributes: { Size: 'Small', Flavour: 'Lemon' }, price: 1800 }),
      variant({
        sku: 'C-L-L',
        attributes: { Size: 'Large', Flavour: 'Lemon' },
        price: 3200,
        salePrice: 2800,
        onSale: true,
      }),
      variant({ sku: 'C-S-O', attributes: { Size: 'Small', Flavour: 'Orange' }, price: 1900, qtyInStock: 0 }),
    ],
    ...over,
  });

export const giftCard = (): Product =>
  product({
    id: 'gift',
    title: 'Gift Card',
    fullUrl: '/shop/gift-card',
    productType: 4,
    variantOptionOrdering: ['Value'],
    variants: [
      variant({ sku: 'G25', attributes: { Value: '$25.00' }, price: 2500 }),
      variant({ sku: 'G50', attributes: { Value: '$50.00' }, price: 5000 }),
    ],
  });

export const field = (over: Partial<FormField> & Pick<FormField, 'id' | 'type'>): FormField => ({
  title: over.id,
  description: '',
  placeholder: '',
  required: false,
  showCountryCode: false,
  underline: false,
  options: [],
  ...over,
});

export const form = (over: Partial<Form> = {}): Form => ({
  id: 'contact',
  name: 'Contact',
  fields: [],
  buttonText: 'Send',
  parsedSubmissionMessage: '<p>Thank you for writing.</p>',
  submissionHTML: '',
  captchaEnabled: false,
  captchaTheme: 'light',
  captchaAlignment: 'left',
  validationDisabled: false,
  newsletter: false,
  ...over,
});

export const entry = (over: Partial<CartEntry> = {}): CartEntry => {
  const made: CartEntry = {
    id: 'e1',
    itemId: 'loaf',
    chosenVariant: { sku: 'LOAF', attributes: {} },
    quantity: 1,
    title: 'Rye Loaf',
    subTotal: 0,
    purchasePriceCents: 600,
    productType: 1,
    additionalFields: null,
    ...over,
  };
  return { ...made, subTotal: over.subTotal ?? made.quantity * made.purchasePriceCents };
};

export const cart = (over: Partial<Cart> = {}): Cart => {
  const entries = over.entries ?? [];
  const subtotalCents = entries.reduce((sum, each) => sum + each.subTotal, 0);
  return {
    id: 'cart-1',
    websiteId: 'site',
    created: 0,
    orderId: null,
    applicableTaxRules: [],
    shippingLocation: null,
    selectedShippingOption: null,
    priceChanged: false,
    agreed: null,
    asksCountry: false,
    asksPostalCode: false,
    taxPending: false,
    giftCardCents: 0,
    includedTaxCents: 0,
    vatId: '',
    vatIdState: null,
    reverseCharge: false,
    reliefCents: 0,
    taxes: [],
    discounts: [],
    isPurchased: false,
    entries,
    coupons: [],
    validCoupons: [],
    invalidCoupons: [],
    shippingOptions: [],
    subtotalCents,
    taxCents: 0,
    shippingCostCents: 0,
    discountCents: 0,
    grandTotalCents: subtotalCents,
    totalQuantity: entries.reduce((sum, each) => sum + each.quantity, 0),
    hasDigital: false,
    purelyDigital: false,
    requiresShipping: entries.some((each) => each.productType === 1),
    currency: 'USD',
    digest: `mock-${subtotalCents}`,
    ...over,
  };
};

/** The forms of three countries as the api answers them, shortened; every other is like the German one. */
export const addressForm = (country: string): AddressForm => {
  const lines: AddressForm['fields'] = [
    { name: 'line1', label: 'checkoutLine1', required: true },
    { name: 'line2', label: 'checkoutLine2' },
  ];
  const city = (label: string): AddressForm['fields'][number] => ({ name: 'city', label, required: true });
  const code = (label: string, pattern: string, example: string): AddressForm['fields'][number] => ({
    ...{ name: 'postalCode', label, required: true },
    ...{ pattern, example },
  });
  const region = (label: string, choices: { code: string; name: string }[]): AddressForm['fields'][number] => ({
    ...{ name: 'region', label, required: true },
    choices,
  });
  switch (country) {
    case 'US': {
      const states = [
        { code: 'CA', name: 'California' },
        { code: 'NY', name: 'New York' },
      ];
      const zip = code('addressZip', '(\\d{5})(?:[ \\-](\\d{4}))?', '95014');
      return { country, fields: [...lines, city('checkoutCity'), region('addressState', states), zip] };
    }
    case 'GB': {
      const postcode = code('addressPostcode', '[A-Z]{1,2}\\d[\\dA-Z]? ?\\d[ABD-HJLN-UW-Z]{2}', 'EC1Y 8SY');
      return { country, fields: [...lines, city('addressPostTown'), postcode] };
    }
    case 'JP': {
      const prefectures = [{ code: '13', name: 'Tokyo' }];
      const postal = code('checkoutPostalCode', '\\d{3}-?\\d{4}', '154-0023');
      return { country, fields: [postal, region('addressPrefecture', prefectures), ...lines] };
    }
    default:
      return { country, fields: [...lines, code('checkoutPostalCode', '', ''), city('checkoutCity')] };
  }
};

/** What a page says that carries these products. */
export const pageWith = (
  products: (Product | PageProduct)[],
  over: Partial<Omit<PageData, 'storeSettings' | 'featureFlags'>> & {
    storeSettings?: Partial<PageData['storeSettings']>;
    featureFlags?: Partial<PageData['featureFlags']>;
  } = {},
  defaults?: PageData,
): Partial<PageData> => ({
  ...over,
  storeSettings: { ...(defaults as PageData).storeSettings, ...over.storeSettings },
  featureFlags: { ...(defaults as PageData).featureFlags, ...over.featureFlags },
  products: products.map((each) => ('product' in each ? each : { product: each })),
});

export const comment = (over: Partial<Comment> = {}): Comment => ({
  id: 'c1',
  author: 'Ada',
  body: 'Lovely crust.',
  createdOn: Date.UTC(2026, 2, 14),
  status: 'APPROVED',
  ...over,
});

export const review = (over: Partial<Review> = {}): Review => ({
  id: 'r1',
  productId: 'loaf',
  authorName: 'Bo',
  rating: 5,
  title: '',
  body: 'Keeps for a week.',
  createdOn: Date.UTC(2026, 2, 14),
  status: 'APPROVED',
  ...over,
});
