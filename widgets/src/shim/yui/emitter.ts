import { all, Handle } from './listen.ts';
import { call } from './wrap.ts';

type Heard = { name: string; fn: unknown; self: unknown; args: unknown[]; once?: boolean };

/** Whoever has events of its own: `Y.Global`, galleries, animations. */
export class Emitter {
  private readonly heard = new Set<Heard>();

  /** Several types, by a list or by `{type: handler}`, are as many calls. */
  on(type: unknown, fn?: unknown, self?: unknown, ...args: unknown[]): Handle {
    if (typeof type === 'object' && type) {
      const each = Array.isArray(type) ? type.map((name: unknown) => [name, fn]) : Object.entries(type);
      return all(each.map(([name, fn]) => this.on(name, fn, self, ...args)));
    }
    const one: Heard = { name: type as string, fn, self, args };
    this.heard.add(one);
    return new Handle(() => this.heard.delete(one));
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
    for (const one of this.heard) if ((!type || one.name === type) && (!fn || one.fn === fn)) this.heard.delete(one);
    return this;
  }

  /** Tells what happened; false when a handler answered false. */
  fire(type: string, ...args: unknown[]): boolean {
    const answers = [...this.heard].map(
      ({ name, fn, self, args: more }) => name === type && call(fn, self ?? this, ...args, ...more) === false,
    );
    return !answers.includes(true);
  }
}
