import { all, Handle } from './listen.ts';
import { call } from './wrap.ts';

type Heard = { name: string; fn: unknown; self: unknown; args: unknown[]; once?: boolean };

const handlers = new WeakMap<object, Set<Heard>>();

/** The handlers of an object: it has them whether it is an emitter or was given its methods. */
function heardBy(one: object): Set<Heard> {
  const heard = handlers.get(one) ?? new Set();
  handlers.set(one, heard);
  return heard;
}

/** Whoever has events of its own: `Y.Global`, galleries, animations. */
export class Emitter {
  /** Several types, by a list or by `{type: handler}`, are as many calls. */
  on(type: unknown, fn?: unknown, self?: unknown, ...args: unknown[]): Handle {
    if (typeof type === 'object' && type) {
      const each = Array.isArray(type) ? type.map((name: unknown) => [name, fn]) : Object.entries(type);
      return all(each.map(([name, fn]) => this.on(name, fn, self, ...args)));
    }
    const one: Heard = { name: type as string, fn, self, args };
    heardBy(this).add(one);
    return new Handle(() => heardBy(this).delete(one));
  }

  after(type: unknown, fn?: unknown, self?: unknown, ...args: unknown[]): Handle {
    return this.on(type, fn, self, ...args);
  }

  once(type: string, fn?: unknown, self?: unknown): Handle {
    const handle = this.on(type, (...args: unknown[]) => {
      handle.detach();
      return call(fn, self ?? this, ...args);
    });
    return handle;
  }

  /** Without a type every handler goes, without a function every handler of the type. */
  detach(type?: unknown, fn?: unknown): this {
    for (const one of heardBy(this))
      if ((!type || one.name === type) && (!fn || one.fn === fn)) heardBy(this).delete(one);
    return this;
  }

  /** Tells what happened; false when a handler answered false. */
  fire(type: string, ...args: unknown[]): boolean {
    const answers = [...heardBy(this)].map(
      ({ name, fn, self, args: more }) => name === type && call(fn, self ?? this, ...args, ...more) === false,
    );
    return !answers.includes(true);
  }
}
