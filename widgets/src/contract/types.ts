import type { components } from './schema.gen.ts';

/**
 * The shapes both programs exchange, by the names the widgets use. Everything comes from `schema.gen.ts`, which is
 * generated from the api's document (`npm run contract`); nothing is written by hand here.
 */
type Schemas = components['schemas'];

export type PageData = Schemas['PageData'];
export type PageProduct = Schemas['PageProduct'];
export type StocksAnswer = Schemas['StocksAnswer'];
export type ProductCard = Schemas['ProductCard'];
export type ProductCardsAnswer = Schemas['ProductCardsAnswer'];
export type Estimate = Schemas['Estimate'];
export type ProductState = Schemas['ProductState'];
export type PageCurrency = Schemas['PageCurrency'];
export type AmountForm = Schemas['AmountForm'];
export type StoreSettings = Schemas['StoreSettings'];
export type Product = Schemas['Product'];
export type Variant = Schemas['Variant'];
export type SubscriptionPlan = Schemas['SubscriptionPlan'];
export type BillingPeriod = Schemas['BillingPeriod'];
export type Merchandising = Schemas['MerchandisingContext'];
export type InstallmentContext = Schemas['InstallmentContext'];
export type Money = Schemas['Money'];

export type TaxLine = Schemas['TaxLine'];
export type AppliedDiscount = Schemas['AppliedDiscount'];
export type DeliveryOption = Schemas['OfferedShippingOption'];
export type PickupPoint = Schemas['PickupPoint'];
export type DeliveryWindow = Schemas['DeliveryWindow'];
export type DeliveryWindows = Schemas['DeliveryWindows'];
export type Cart = Schemas['Cart'];
export type VatIdState = NonNullable<Cart['vatIdState']>;
export type CartEntry = Schemas['CartEntry'];
export type ShippingLocation = Schemas['ShippingLocation'];
export type StockAnswer = Schemas['StockAnswer'];
export type NewEntry = Schemas['AddEntry'];
export type EntryDetails = Schemas['ChangeAdditionalFields'];
export type NewSubscription = Schemas['StartSubscription'];
export type SubscriptionAnswer = Schemas['SubscriptionAnswer'];
export type CartAnswer = Schemas['CartAnswer'];
export type AddEntryAnswer = Schemas['AddEntryAnswer'];
export type UpdateEntryAnswer = Schemas['UpdateEntryAnswer'];
export type Checkout = Schemas['Checkout'];
export type TotalChanged = Schemas['TotalChanged'];
export type CheckoutAnswer = Schemas['CheckoutAnswer'];
export type OrderOfCart = Schemas['OrderOfCart'];
export type PaymentPending = Schemas['PaymentPending'];
export type ManualChoice = Schemas['ManualChoice'];
export type PaymentSettings = Schemas['PaymentSettings'];
export type AddressForm = Schemas['AddressForm'];
export type Buyer = Schemas['Buyer'];
export type BillingAddress = Schemas['BillingAddress'];
export type RestockSignUp = Schemas['RestockSignUp'];
export type Problem = Schemas['Problem'];

export type Prediction = Schemas['Prediction'];
export type Predictions = Schemas['Predictions'];
export type PlaceDetails = Schemas['PlaceDetails'];

export type Comment = Schemas['Comment'];
export type CommentsPage = Schemas['CommentsPage'];
export type WriteComment = Schemas['WriteComment'];
export type Review = Schemas['Review'];
export type ReviewsPage = Schemas['ReviewsPage'];
export type WriteReview = Schemas['WriteReview'];
export type LogIn = Schemas['LogIn'];
export type LogInAnswer = Schemas['LogInAnswer'];
export type AccountAnswer = Schemas['AccountAnswer'];
export type ChosenPassword = Schemas['ChosenPassword'];
export type OwnOrder = Schemas['OwnOrderSummary'];
export type OwnOrdersPage = Schemas['OwnOrdersPage'];
export type OwnCard = Schemas['OwnCard'];
export type OwnCards = Schemas['OwnCards'];
export type CardSession = Schemas['CardSession'];

export type Form = Schemas['Form'];
export type FormField = Schemas['Field'];
export type FieldType = Schemas['FieldType'];
export type Answer = Schemas['Answer'];
export type Answers = Record<string, Answer>;

/** What is wrong with one answer; its texts stand in `text/formProblem.ts`, its cases in `forms/vectors/problem.json`. */
export type FieldProblem =
  | 'required'
  | 'too-long'
  | 'email-invalid'
  | 'date-invalid'
  | 'time-invalid'
  | 'number-invalid'
  | 'phone-invalid'
  | 'wrong-shape';
