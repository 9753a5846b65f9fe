/** What the parts know of each other: they are scripts of their own, and meet on `window`. Types alone. */
export type Listed = { _nodes: Element[] };
export type NodeLike = {
  _node: Element;
  one(selector: string): NodeLike | null;
  setStyle(name: string, value: unknown): void;
};

type Emitter = {
  on(type: unknown, fn?: unknown, self?: unknown): { detach(): void };
  after(type: unknown, fn?: unknown, self?: unknown): { detach(): void };
  fire(type: string, ...args: unknown[]): boolean;
  detach(): unknown;
};

/** The part of `Y` that the parts after it stand on. */
export type PageY = {
  EventTarget: new () => Emitter;
  one(from: unknown): NodeLike | null;
  all(from: unknown): Listed;
  Squarespace: Record<string, unknown>;
};

/** The part of `Static.SQUARESPACE_CONTEXT` that is read here. */
export type SiteContext = {
  tweakJSON?: Record<string, string | undefined>;
  website?: { language?: string };
  websiteSettings?: { storeSettings?: { defaultCurrency?: string; expressCheckout?: boolean } };
};

export type ShimWindow = {
  Y?: Partial<PageY> & Record<string, unknown>;
  Static?: { SQUARESPACE_CONTEXT?: SiteContext };
  ImageLoader?: { load(picture: unknown, options?: object): boolean };
  Squarespace?: Record<string, unknown>;
  Singleton?: unknown;
  Class?: unknown;
};
