import { all, type Handle, listen, unlisten } from './listen.ts';
import { Anim } from './motion.ts';
import { computed, meets, type Region, regionOf, setStyle, styleOf } from './style.ts';
import { call, madeBy, matches, query, type Target, targetOf, targetsOf, type Wrapped, wrap } from './wrap.ts';

/** A node or none: what is not there is null, as templates expect. */
type MaybeNode = YNode | null;
type Values = Record<string, unknown>;

const nodeOf = (from: unknown, root?: ParentNode): MaybeNode => wrap(targetOf(from, root)) as MaybeNode;

/** What a name of YUI's stands for that no element has. */
const NAMES: Record<string, (element: HTMLElement) => unknown> = {
  winWidth: () => innerWidth,
  winHeight: () => innerHeight,
  docHeight: () => document.documentElement.scrollHeight,
  docScrollY: () => scrollY,
  region: regionOf,
  viewportRegion: () => regionOf(window),
  text: (element) => element.textContent,
};

/** Markup as nodes of the page. */
export function fragment(html: unknown): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html as string;
  return document.importNode(template.content, true);
}

/** What is added to a place: markup, a node, a list, or an element. */
const partsOf = (content: unknown): Node[] =>
  typeof content === 'object' ? (targetsOf(content) as Node[]) : [...fragment(content).childNodes];

let ids = 0;

/** An element, the document or the window, with the methods of YUI's nodes. */
export class YNode implements Wrapped {
  readonly _data: Values = {};
  readonly el: HTMLElement;
  constructor(readonly _node: Target) {
    this.el = _node as HTMLElement;
  }

  private root(): ParentNode {
    return this._node === window ? document : this.el;
  }

  getDOMNode(): Target {
    return this._node;
  }

  get(name: string): unknown {
    const found =
      NAMES[name]?.(this.el) ?? name.split('.').reduce<unknown>((at, part) => (at as Values | null)?.[part], this.el);
    return found instanceof HTMLCollection || found instanceof NodeList
      ? new YNodeList([...found] as Target[])
      : (wrap(found) ?? found);
  }

  set(name: string, value: unknown): this {
    const own = name === 'text' ? 'textContent' : name;
    if (own in this.el) (this.el as unknown as Values)[own] = (value as Partial<Wrapped> | null)?._node ?? value;
    else this.setAttribute(name, value);
    return this;
  }

  getAttribute(name: string): string {
    return this.el.getAttribute?.(name) ?? '';
  }

  setAttribute(name: string, value: unknown): this {
    this.el.setAttribute(name, value as string);
    return this;
  }

  hasAttribute(name: string): boolean {
    return this.el.hasAttribute(name);
  }

  /** What was kept, else the attribute `data-…`. */
  getData(name?: string): unknown {
    if (!name) return { ...this.el.dataset, ...this._data };
    return this._data[name] ?? this.el.getAttribute(`data-${name}`) ?? undefined;
  }

  setData(name: string, value: unknown): this {
    this._data[name] = value;
    return this;
  }

  hasClass(name: string): boolean {
    return !!this.el.classList?.contains(name);
  }

  toggleClass(names: string, force?: boolean): this {
    for (const name of names.match(/\S+/g) ?? []) this.el.classList.toggle(name, force);
    return this;
  }

  addClass(names: string): this {
    return this.toggleClass(names, true);
  }

  removeClass(names: string): this {
    return this.toggleClass(names, false);
  }

  replaceClass(old: string, name: string): this {
    return this.removeClass(old).addClass(name);
  }

  one(selector: unknown): MaybeNode {
    return nodeOf(selector, this.root());
  }

  all(selector: string): YNodeList {
    return new YNodeList(query(selector, this.root()));
  }

  test(wanted: unknown): boolean {
    return matches(this.el, wanted);
  }

  contains(other: unknown): boolean {
    return this.el.contains(targetOf(other) as Node | null);
  }

  ancestor(wanted?: unknown, self?: boolean): MaybeNode {
    return this.ancestors(wanted, self).item(-1);
  }

  /** Outermost first. */
  ancestors(wanted?: unknown, self?: boolean): YNodeList {
    const found: Element[] = [];
    for (let at: Element | null = self ? this.el : this.el.parentElement; at; at = at.parentElement)
      if (matches(at, wanted)) found.unshift(at);
    return new YNodeList(found);
  }

  private beside(): Element[] {
    return [...(this.el.parentElement?.children ?? [])];
  }

  next(wanted?: unknown): MaybeNode {
    const after = this.beside().slice(this.index() + 1);
    return wrap(after.find((one) => matches(one, wanted))) as MaybeNode;
  }

  previous(wanted?: unknown): MaybeNode {
    const before = this.beside().slice(0, this.index());
    return wrap(before.findLast((one) => matches(one, wanted))) as MaybeNode;
  }

  siblings(wanted?: unknown): YNodeList {
    return new YNodeList(this.beside().filter((one) => one !== this.el && matches(one, wanted)));
  }

  index(): number {
    return this.beside().indexOf(this.el);
  }

  /** Where: a node or a place among the children before which it goes, `before`, `after`, `replace`; else at the end. */
  insert(content: unknown, where?: unknown): this {
    const parts = partsOf(content);
    if (where === 'before' || where === 'after') this.el[where](...parts);
    else if (where === 'replace') this.el.replaceChildren(...parts);
    else {
      const before = typeof where === 'number' ? this.el.childNodes[where] : (targetOf(where) as Node | null);
      for (const part of parts) this.el.insertBefore(part, before ?? null);
    }
    return this;
  }

  insertBefore(content: unknown, before: unknown): MaybeNode {
    this.insert(content, before);
    return nodeOf(content);
  }

  append(content: unknown): this {
    return this.insert(content);
  }

  appendChild(content: unknown): MaybeNode {
    return this.insertBefore(content, null);
  }

  prepend(content: unknown): this {
    return this.insert(content, 0);
  }

  appendTo(place: unknown): this {
    nodeOf(place)?.insert(this);
    return this;
  }

  setHTML(content: unknown): this {
    return this.insert(content, 'replace');
  }

  getHTML(): string {
    return this.el.innerHTML;
  }

  empty(): this {
    return this.setHTML('');
  }

  remove(destroy?: boolean): this {
    this.el.remove();
    return destroy ? this.detach() : this;
  }

  replace(content: unknown): this {
    this.el.replaceWith(...partsOf(content));
    return this;
  }

  cloneNode(deep?: boolean): MaybeNode {
    return wrap(this.el.cloneNode(deep)) as MaybeNode;
  }

  generateID(): string {
    this.el.id ||= `yui_${++ids}`;
    return this.el.id;
  }

  getStyle(name: string): string {
    return styleOf(this.el, name);
  }

  getComputedStyle(name: string): string {
    return computed(this.el, name);
  }

  setStyle(name: string, value: unknown): this {
    setStyle(this.el, name, value);
    return this;
  }

  setStyles(styles: Values): this {
    for (const name of Object.keys(styles)) setStyle(this.el, name, styles[name]);
    return this;
  }

  getXY(): [number, number] {
    const { left, top } = regionOf(this.el);
    return [left, top];
  }

  getX(): number {
    return this.getXY()[0];
  }

  getY(): number {
    return this.getXY()[1];
  }

  width(): unknown {
    return this.el.offsetWidth ?? innerWidth;
  }

  height(): unknown {
    return this.el.offsetHeight ?? innerHeight;
  }

  inRegion(region: unknown): boolean {
    return meets(regionOf(this.el), targetOf(region) ? regionOf(targetOf(region)) : (region as Region));
  }

  inViewportRegion(): boolean {
    return this.inRegion(window);
  }

  /** With true or a callback it fades. */
  show(fades?: unknown, _how?: unknown, done?: unknown): this {
    this.el.hidden = false;
    this.setStyle('display', '');
    if (computed(this.el, 'display') === 'none') this.setStyle('display', 'block');
    return fades ? this.setStyle('opacity', 0).transition({ opacity: 1 }, done ?? fades) : this;
  }

  hide(fades?: unknown, _how?: unknown, done?: unknown): this {
    const hides = () => {
      this.setStyle('display', 'none');
      if (typeof (done ?? fades) === 'function') call(done ?? fades, this);
    };
    if (fades) return this.transition({ opacity: 0 }, hides);
    hides();
    return this;
  }

  /** Styles that change over `duration` seconds after `delay`; `done` is called when they are there. */
  transition({ duration = 0.5, delay = 0, easing = 'easeBoth', ...to }: Values, done?: unknown): this {
    const values = Object.entries(to).map(([name, value]) => [
      name,
      (value as { value?: unknown } | null)?.value ?? value,
    ]);
    const anim = new Anim({ node: this, to: Object.fromEntries(values), duration, easing });
    if (typeof done === 'function') anim.on('end', done, this);
    setTimeout(() => anim.run(), Number(delay) * 1000);
    return this;
  }

  on(type: unknown, fn?: unknown, self?: unknown, ...args: unknown[]): Handle {
    return this.hear(type, { fn, self, args });
  }

  once(type: unknown, fn?: unknown, self?: unknown, ...args: unknown[]): Handle {
    return this.hear(type, { fn, self, args, once: true });
  }

  delegate(type: unknown, fn: unknown, selector: unknown, self?: unknown, ...args: unknown[]): Handle {
    return this.hear(type, { fn, self, args, selector });
  }

  private hear(type: unknown, wanted: Omit<Parameters<typeof listen>[1], 'type'>): Handle {
    const each = typeof type === 'string' || Array.isArray(type) ? [type].flat() : Object.keys(type as Values);
    return all(
      each.map((name: string) =>
        listen(this._node, { ...wanted, type: name, fn: wanted.fn ?? (type as Values)[name] }),
      ),
    );
  }

  detach(type?: string, fn?: unknown): this {
    unlisten(this._node, type, fn);
    return this;
  }

  /** Members of `detail` are members of the event that a handler sees. */
  fire(type: string, detail?: unknown): boolean {
    return this._node.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true }));
  }

  simulate(type: string, options?: object): this {
    const Kind = type.startsWith('key') ? KeyboardEvent : /click|mouse/.test(type) ? MouseEvent : Event;
    this._node.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...options }));
    return this;
  }

  /** Gives the node a part: `NS` of its class is the name under which the node has it. */
  plug(Part: unknown, config?: object): this {
    if (typeof Part !== 'function') return this;
    const made = new (Part as new (config: object) => object)({ ...config, host: this });
    return Object.assign(this, { [(Part as { NS?: string }).NS ?? 'part']: made });
  }
}

madeBy((target) => new YNode(target));

/** Several elements. A method that a node has and a list has not is called on each. */
export class YNodeList {
  readonly _nodes: Target[];
  constructor(nodes: readonly Target[]) {
    this._nodes = [...nodes];
  }

  size(): number {
    return this._nodes.length;
  }

  isEmpty(): boolean {
    return this.size() === 0;
  }

  /** The one at a place; -1 is the last. */
  item(at: number): MaybeNode {
    return wrap(this._nodes.at(at)) as MaybeNode;
  }

  each(fn: unknown, self?: unknown): this {
    this.map(fn, self);
    return this;
  }

  private map(fn: unknown, self?: unknown): unknown[] {
    return this._nodes.map((one, at) => call(fn, self ?? wrap(one), wrap(one), at, this));
  }

  /** Goes on until a handler answers something. */
  some(fn: unknown, self?: unknown): boolean {
    return this._nodes.some((one, at) => call(fn, self ?? wrap(one), wrap(one), at, this));
  }

  filter(wanted: unknown): YNodeList {
    return new YNodeList(this._nodes.filter((one) => matches(one as Element, wanted)));
  }

  slice(from?: number, to?: number): YNodeList {
    return new YNodeList(this._nodes.slice(from, to));
  }

  indexOf(node: unknown): number {
    return this._nodes.indexOf(targetOf(node) as Target);
  }
}

type Method = (...args: unknown[]) => unknown;
const list = YNodeList.prototype as unknown as Record<string, Method>;
const single = YNode.prototype as unknown as Record<string, Method>;
for (const name of ['focus', 'blur', 'submit', 'select', 'scrollIntoView', 'removeAttribute'])
  single[name] = function (this: YNode, ...args) {
    call((this.el as unknown as Values)[name], this.el, ...args);
    return this;
  };
Object.assign(single, {
  after: single.on,
  setContent: single.setHTML,
  getContent: single.getHTML,
  destroy: single.detach,
  purge: single.detach,
  detachAll: single.detach,
});
for (const name of [...Object.getOwnPropertyNames(single)])
  list[name] ??= function (this: YNodeList, ...args) {
    const answers = this._nodes.map((one) => call(single[name], wrap(one), ...args));
    // What only changes nodes answers with the list, so that calls can follow each other.
    return answers.every((answer, at) => answer === wrap(this._nodes[at])) ? this : answers;
  };
