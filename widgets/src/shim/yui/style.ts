const camel = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

type Styles = Record<string, string>;

/** Sets a style; a number is one of pixels where the style has a unit, and nothing takes the style away. */
export function setStyle(element: HTMLElement, name: string, value: unknown): void {
  const own = camel(name);
  const isLength = typeof value === 'number' && !/^(opacity|zIndex|zoom|fontWeight|lineHeight|flex.*|order)$/.test(own);
  if (element.style) (element.style as unknown as Styles)[own] = isLength ? `${value}px` : ((value ?? '') as string);
}

/** The style that holds; `auto` sizes are those on the screen. */
export const computed = (element: Element, name: string): string =>
  (getComputedStyle(element) as unknown as Styles)[camel(name)] ?? '';

/** The style that an element has of its own, else the one that holds. */
export const styleOf = (element: HTMLElement, name: string): string =>
  (element.style as unknown as Styles | undefined)?.[camel(name)] || computed(element, name);

/** A rectangle of the page, as YUI has regions. */
export type Region = { top: number; left: number; right: number; bottom: number; width: number; height: number };

/** Where an element is on the page; of what is no element, what is seen of the page. */
export function regionOf(element: unknown): Region {
  const own = (element as Partial<Element> | null)?.getBoundingClientRect?.call(element);
  const { left: x, top: y, width, height } = own ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const [left, top] = [x + scrollX, y + scrollY];
  return { top, left, right: left + width, bottom: top + height, width, height };
}

/** Whether two rectangles touch. */
export const meets = (a: Region, b: Region): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
