/** What events are heard on. */
export type Target = Element | Document | Window;

/** An element as YUI shows it; its methods are in `node.ts`. */
export interface Wrapped {
  readonly _node: Target;
}

/** Calls a function of a template's. */
export const call = (fn: unknown, self: unknown, ...args: unknown[]): unknown =>
  (fn as (...args: unknown[]) => unknown).apply(self, args);

const kept = new WeakMap<Target, Wrapped>();
let make: (target: Target) => Wrapped;

/** Says how the node of an element is made: events need nodes, and nodes need events. */
export const madeBy = (maker: (target: Target) => Wrapped): void => {
  make = maker;
};

/** The node of an element, always the same one; null for what is no element. */
export function wrap(target: unknown): Wrapped | null {
  if (!(target as Node | null)?.addEventListener) return null;
  const own = target as Target;
  const there = kept.get(own) ?? make(own);
  kept.set(own, there);
  return there;
}

/** The elements of a selector; none for one that the browser does not know. It may begin with `>`, `+` or `~`. */
export function query(selector: string, root: ParentNode): Element[] {
  try {
    return [...root.querySelectorAll(selector.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope '))];
  } catch {
    return [];
  }
}

/** Every element that a selector, a node, a list or an element stands for. */
export function targetsOf(from: unknown, root: ParentNode = document): Target[] {
  if (from === 'window' || from === 'win') return [window];
  if (typeof from === 'string') return query(from, root);
  const { _node, _nodes, addEventListener, length } = (from ?? {}) as Partial<
    Wrapped & { _nodes: Target[] } & Node[] & Node
  >;
  if (_node) return [_node];
  if (addEventListener) return [from as Target];
  return _nodes ?? (length ? Array.from(from as unknown[]).flatMap((one) => targetsOf(one, root)) : []);
}

/** The first of them, or null. */
export const targetOf = (from: unknown, root?: ParentNode): Target | null => targetsOf(from, root)[0] ?? null;

/** Whether an element is what a selector or a function asks for; every element where nothing is asked. */
export function matches(element: Element, wanted: unknown): boolean {
  if (typeof wanted === 'function') return !!call(wanted, null, wrap(element));
  return typeof wanted !== 'string' || element.matches(wanted);
}
