const NONE = /^(|transparent|rgba\(\d+, \d+, \d+, 0\))$/;

/** The colour that shows behind an element, as the browser writes it; white where nothing is painted. */
export function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!NONE.test(backgroundColor)) return backgroundColor;
  }
  return '#fff';
}
