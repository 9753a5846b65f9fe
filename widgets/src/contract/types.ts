/** Interim: the wire shapes of `crates/commerce` and `crates/forms` until `schema.gen.ts` is generated from the api's document. */

export type Variant = {
  sku: string;
  attributes: Record<string, string>;
  optionValues: { optionName: string; value: string }[];
  price: number;
  salePrice: number;
  onSale: boolean;
  qtyInStock: number;
  unlimited: boolean;
  shippingWeight: number;
};
export type BillingPeriod = { value: number; unit: 'WEEK' | 'MONTH' | 'YEAR' };
export type SubscriptionPlan = { billingPeriod: BillingPeriod; numBillingCycles: number };
export type Product = {
  id: string;
  collectionId: string;
  title: string;
  fullUrl: string;
  imageUrl?: string | null;
  productType: 1 | 2 | 3 | 4 | 5;
  variantOptionOrdering: string[];
  variants: Variant[];
  price: number;
  salePrice: number;
  onSale: boolean;
  isSubscribable: boolean;
  subscriptionPlan?: SubscriptionPlan | null;
  additionalFieldsFormId?: string | null;
  useCustomAddButtonText: boolean;
  customAddButtonText?: string | null;
};
export type Merchandising = {
  restockNotificationViews: { variantId: string; hiddenByDefault: boolean }[];
  restockNotificationMessages: {
    CTAText: string;
    buttonText: string;
    placeholderText: string;
    mailingListDescription: string;
    successText: string;
  };
  mailingListSignUpEnabled: boolean;
  mailingListOptInByDefault: boolean;
  scarcityEnabled: boolean;
  scarcityTemplateViews: { attributes: Record<string, string>; qtyInStock: number }[];
  scarcityText: string;
  scarcityShownByDefault: boolean;
  customSoldOutText?: string | null;
};
export type Money = { value: string; currency: string };
export type InstallmentContext = {
  afterPayAvailable: boolean;
  afterPayMin?: Money | null;
  afterPayMax?: Money | null;
  shopperLanguage: string;
  stripeAccountCountry: string;
};
export type PageProduct = {
  product: Product;
  additionalFieldsForm?: Form | null;
  merchandising?: Merchandising | null;
  installment?: InstallmentContext | null;
};
export type PageCurrency = {
  code: string;
  fractionDigits: number;
  symbol: string;
  prefix: string;
  suffix: string;
  locale: string;
};
export type StoreSettings = {
  currency: string;
  multipleQuantityAllowedForServices: boolean;
  productReviewsEnabled: boolean;
  expressCheckoutEnabled: boolean;
  minimumOrderSubtotalCents: number;
  continueShoppingUrl: string;
  installments: { mainBrand: string; ukBrand: string; popupBaseUrl: string; installmentCount: number };
};
export type FeatureFlags = {
  commerceVisitorMetrics: boolean;
  installmentPaymentPdp: boolean;
  productReviews: boolean;
  analyticsTagV2: boolean;
  vanillaFormHandler: boolean;
  multiProduct: boolean;
  useCLDRMoneyFormat: boolean;
};
export type PageData = {
  apiBaseUrl: string;
  buildId: string;
  website: {
    id: string;
    accountId: string;
    templateId: string;
    title: string;
    baseUrl: string;
    language: string;
    locale: string;
    timeZone: string;
    environment: string;
  };
  page: {
    pageType: number;
    pageId: string;
    path: string;
    title: string;
    collectionId?: string | null;
    itemId?: string | null;
    platform: string;
    productPage?: string | null;
    productSection?: string | null;
    trackingDisabled: boolean;
    access: string;
  };
  currency: PageCurrency;
  storeSettings: StoreSettings;
  featureFlags: FeatureFlags;
  localizedStrings: Record<string, string>;
  captchaSiteKey?: string | null;
  products: PageProduct[];
  forms: Form[];
};

export type CartEntry = {
  id: string;
  itemId: string;
  chosenVariant: { sku: string; attributes: Record<string, string> };
  quantity: number;
  title: string;
  subTotal: number;
  purchasePriceCents: number;
  additionalFields?: string | null;
  productType: 1 | 2 | 3 | 4 | 5;
};
export type ShippingOption = { id: string; name: string; costCents: number };
export type ShippingLocation = {
  country: string;
  region: string;
  city: string;
  postalCode: string;
  line1: string;
  line2: string;
};
export type CartCoupon = { code: string; discountCents: number; problem?: Problem | null };
export type Cart = {
  id: string;
  websiteId: string;
  orderId?: string | null;
  created: number;
  isPurchased: boolean;
  entries: CartEntry[];
  shippingLocation?: ShippingLocation | null;
  selectedShippingOption?: ShippingOption | null;
  coupons: CartCoupon[];
  validCoupons: CartCoupon[];
  invalidCoupons: CartCoupon[];
  shippingOptions: ShippingOption[];
  subtotalCents: number;
  taxCents: number;
  shippingCostCents: number;
  discountCents: number;
  grandTotalCents: number;
  totalQuantity: number;
  hasDigital: boolean;
  purelyDigital: boolean;
  requiresShipping: boolean;
  currency: string;
  priceChanged?: boolean;
};
export type Problem =
  | { code: 'options-unselected'; options: string[] }
  | { code: 'not-enough-stock'; available: number }
  | { code: 'additional-fields-invalid'; errors: Record<string, string> }
  | { code: 'subtotal-below-minimum' | 'coupon-below-minimum'; subtotal: string }
  | {
      code:
        | 'variant-unavailable'
        | 'quantity-not-a-number'
        | 'quantity-not-whole'
        | 'quantity-out-of-range'
        | 'denomination-missing'
        | 'item-unavailable'
        | 'not-subscribable'
        | 'subscription-only'
        | 'additional-fields-unreadable'
        | 'entry-missing'
        | 'cart-full'
        | 'amount-too-large'
        | 'cart-empty'
        | 'already-purchased'
        | 'price-changed'
        | 'shipping-location-missing'
        | 'shipping-option-missing'
        | 'shipping-unavailable'
        | 'coupon-unknown'
        | 'coupon-expired'
        | 'gift-card-empty'
        | 'email-blank'
        | 'email-invalid'
        | 'captcha-missing'
        | 'session-expired'
        | 'cookies-disabled'
        | 'too-many-requests'
        | 'payment-refused';
    };

export type FieldType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'number'
  | 'website'
  | 'phone'
  | 'currency'
  | 'password'
  | 'twitter'
  | 'date'
  | 'time'
  | 'name'
  | 'address'
  | 'section'
  | 'radio'
  | 'checkbox'
  | 'select'
  | 'likert'
  | 'hidden';
export type FormField = {
  id: string;
  type: FieldType;
  title: string;
  description: string;
  placeholder: string;
  required: boolean;
  maxLength?: number | null;
  showCountryCode: boolean;
  currencySymbol?: string | null;
  underline: boolean;
  options: string[];
  key?: string | null;
  value?: string | null;
};
export type Form = {
  id: string;
  name: string;
  fields: FormField[];
  buttonText: string;
  parsedSubmissionMessage: string;
  submissionHTML: string;
  successRedirect?: string | null;
  parsedDisclaimerMessage?: string | null;
  captchaEnabled: boolean;
  captchaTheme: string;
  captchaAlignment: string;
  validationDisabled: boolean;
  newsletter: boolean;
};
export type Answer = string | string[] | Record<string, string>;
export type Answers = Record<string, Answer>;
export type FieldProblem = 'required' | 'too-long' | 'email-invalid' | 'wrong-shape';
