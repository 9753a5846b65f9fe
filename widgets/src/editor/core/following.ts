import { apply, type Edit, NoSuchPlace } from './edit.ts';
import { elementsFound } from './elements.ts';
import { at, isObject, type Json, pointer, steps } from './json.ts';

/** Marks an element of a list: the same element has the same mark in both documents. Undefined: nobody can say. */
type Mark = number | undefined;
/** Where lists stand in a document, and which of their elements is which. */
type Shape = { elements?: Element[] | undefined; members?: Map<string, Shape> | undefined };
type Element = { mark: Mark; shape: Shape };

let marks = 0;

/** The shape of a value of which everything is new. */
function fresh(value: Json): Shape {
  if (Array.isArray(value)) return { elements: value.map((element) => ({ mark: ++marks, shape: fresh(element) })) };
  if (!isObject(value)) return {};
  return { members: new Map(Object.entries(value).map(([key, inner]) => [key, fresh(inner)])) };
}

const copied = ({ elements, members }: Shape): Shape => ({
  ...(elements ? { elements: elements.map(({ mark, shape }) => ({ mark, shape: copied(shape) })) } : {}),
  ...(members ? { members: new Map([...members].map(([key, shape]) => [key, copied(shape)])) } : {}),
});

/** The shapes of two documents that were one. */
function paired(before: Json, now: Json): [Shape, Shape] {
  if (Array.isArray(before) && Array.isArray(now)) {
    const found = elementsFound(before, now);
    const others = now.map((element): Element => ({ mark: ++marks, shape: fresh(element) }));
    const own = before.map((element, index) => {
      const place = found[index];
      const other = typeof place === 'number' ? others[place] : undefined;
      if (!other) return { mark: place === 'gone' ? ++marks : undefined, shape: fresh(element) };
      const [shape, otherShape] = paired(element, now[place as number] ?? null);
      other.shape = otherShape;
      return { mark: other.mark, shape };
    });
    return [{ elements: own }, { elements: others }];
  }
  if (!isObject(before) || !isObject(now)) return [fresh(before), fresh(now)];
  const own = new Map<string, Shape>();
  const other = new Map<string, Shape>();
  for (const [key, value] of Object.entries(before)) {
    const there = Object.hasOwn(now, key) ? now[key] : undefined;
    const [one, two] = there === undefined ? [fresh(value), undefined] : paired(value, there);
    own.set(key, one);
    if (two) other.set(key, two);
  }
  for (const [key, value] of Object.entries(now)) if (!other.has(key)) other.set(key, fresh(value));
  return [{ members: own }, { members: other }];
}

const within = (shape: Shape | undefined, step: string): Shape | undefined =>
  shape?.elements ? shape.elements[Number(step)]?.shape : shape?.members?.get(step);

const shapeAt = (shape: Shape, place: readonly string[]): Shape | undefined =>
  place.reduce<Shape | undefined>((above, step) => within(above, step), shape);

/**
 * A document and the same one as another has changed it, side by side. What is done in the first is done in the second, in
 * the elements of lists that it was done in, wherever they stand by now. Which element is which is settled at the beginning
 * and carried along: two entries that say the same are never taken for each other afterwards.
 */
export class SideBySide {
  #own: Shape;
  #now: Shape;

  constructor(
    public own: Json,
    public now: Json,
  ) {
    [this.#own, this.#now] = paired(own, now);
  }

  copy(): SideBySide {
    const other = new SideBySide(null, null);
    [other.own, other.now, other.#own, other.#now] = [this.own, this.now, copied(this.#own), copied(this.#now)];
    return other;
  }

  /** Where what a pointer leads to stands in the second document, as it was where nobody can say; nothing when it is gone. */
  follow(place: string): string | undefined {
    const found = this.#found(steps(place));
    return found && pointer(...found);
  }

  #found(place: readonly string[]): string[] | undefined {
    const found: string[] = [];
    let [own, now]: [Shape | undefined, Shape | undefined] = [this.#own, this.#now];
    for (const step of place) {
      let next = step;
      if (own?.elements && now?.elements && step !== '-') {
        const element = own.elements[Number(step)];
        const index = now.elements.findIndex(({ mark }) => mark !== undefined && mark === element?.mark);
        if (element?.mark !== undefined && index < 0) return undefined;
        if (index >= 0) next = String(index);
      }
      own = within(own, step);
      now = within(now, next);
      found.push(next);
    }
    return found;
  }

  /** Where something new goes that went before an element of the first document. */
  #gap(place: readonly string[]): string[] | undefined {
    const [above, step = ''] = [place.slice(0, -1), place.at(-1)];
    const holder = this.#found(above);
    if (!holder) return undefined;
    const count = shapeAt(this.#own, above)?.elements?.length ?? 0;
    const there = shapeAt(this.#now, holder)?.elements;
    if (!there || step === '-' || Number(step) >= count)
      return there ? [...holder, String(there.length)] : [...holder, step];
    const next = this.#found(place);
    if (next) return next;
    const before = Number(step) > 0 ? this.#found([...above, String(Number(step) - 1)]) : undefined;
    return before
      ? [...holder, String(Number(before.at(-1)) + 1)]
      : [...holder, String(Math.min(Number(step), there.length))];
  }

  /** Does an edit of the first document in both, and says how in the second. Throws when its place is gone there. */
  do(edit: Edit): Edit[] {
    const way = steps(edit.pointer);
    const was = at(this.own, edit.pointer);
    const done = apply(this.own, [edit]);
    const put = edit.op === 'move' ? this.#taken(steps(edit.from)) : both(fresh('value' in edit ? edit.value : null));
    const isGap = shapeAt(this.#own, way.slice(0, -1))?.elements && (edit.op === 'insert' || edit.op === 'move');
    const target = isGap ? this.#gap(way) : this.#found(way);
    this.own = done.document;
    settle(this.#own, edit, way, done.edits, put.own);
    if (!target || !put.now) {
      // A move that leads nowhere leaves the second document as it is.
      if (put.now && put.from) place(this.#now, put.from, put.now, true);
      throw new NoSuchPlace(edit.pointer);
    }
    const there: Edit = { ...edit, pointer: pointer(...target) };
    if (there.op === 'move' && put.from) there.from = pointer(...put.from);
    const result = apply(this.now, [there]);
    this.now = result.document;
    settle(this.#now, there, target, result.edits, put.now);
    // Who sees that something else stands there by now sees that two have changed the same.
    return result.edits.map((one) => ('was' in one && was !== undefined ? { ...one, was } : one));
  }

  /** Takes out of both what a move takes: its target is counted after the taking. */
  #taken(from: readonly string[]): Put {
    const there = this.#found(from);
    const own = taken(this.#own, from) ?? both(fresh(null)).own;
    const now = there && taken(this.#now, there);
    return { own, now: now && { ...now, mark: own.mark }, ...(now ? { from: there } : {}) };
  }
}

/** What is put into a list or a member, in the one document and in the other. */
type Put = { own: Element; now: Element | undefined; from?: readonly string[] };

function both(shape: Shape): Put {
  const mark = ++marks;
  return { own: { mark, shape }, now: { mark, shape: copied(shape) } };
}

/** Brings a shape to what an edit has made of its document. What was put is known by the same mark in both. */
function settle(shape: Shape, wanted: Edit, target: readonly string[], done: readonly Edit[], put: Element): void {
  for (const edit of done) {
    const way = steps(edit.pointer);
    if (edit.op === 'remove') taken(shape, way);
    else if (edit.op === 'move') place(shape, way, put, true);
    else place(shape, way, { mark: ++marks, shape: fresh(edit.value) }, edit.op === 'insert');
  }
  if (wanted.op === 'remove' || wanted.op === 'move') return;
  const [above, last] = [target.slice(0, -1), target.at(-1)];
  const count = shapeAt(shape, above)?.elements?.length ?? 1;
  place(shape, last === '-' ? [...above, String(count - 1)] : target, put, false);
}

function place(shape: Shape, target: readonly string[], what: Element, isNew: boolean): void {
  const [holder, step] = [shapeAt(shape, target.slice(0, -1)), target.at(-1)];
  if (step === undefined) Object.assign(shape, { elements: undefined, members: undefined }, what.shape);
  else if (holder?.elements) holder.elements.splice(Number(step), isNew ? 0 : 1, what);
  else holder?.members?.set(step, what.shape);
}

/** Takes what stands at a place out of a shape. */
function taken(shape: Shape, source: readonly string[]): Element | undefined {
  const [holder, step = ''] = [shapeAt(shape, source.slice(0, -1)), source.at(-1)];
  if (holder?.elements) return holder.elements.splice(Number(step), 1)[0];
  const there = holder?.members?.get(step);
  holder?.members?.delete(step);
  return there && { mark: ++marks, shape: there };
}
