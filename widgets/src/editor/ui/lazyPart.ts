import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/**
 * A part whose code comes when it is shown first; what `waiting` makes stands there meanwhile, or nothing.
 *
 * `lazy` of React does the same under a `Suspense`, but a fallback that was shown once stays for 300 milliseconds there, and
 * code that lies in the browser's cache is here in five. What cannot be loaded is thrown to the boundary around it, and
 * asked for again when the part is shown anew. `part` of `load` is code that came ahead, which is drawn at once. It imports
 * nothing of ours: files are made parts before they are all there.
 */
export function lazyPart<Props extends object>(
  load: (() => Promise<ComponentType<Props>>) & { part?: ComponentType<Props> },
  waiting?: () => ReactNode,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [, draw] = useState({});
    Part ??= load.part;
    useEffect(() => {
      if (!Part)
        load().then(
          (loaded) => {
            Part = loaded;
            draw({});
          },
          (why) =>
            // Thrown while it is drawn, where the boundary hears of it.
            draw(() => {
              throw why;
            }),
        );
    }, []);
    return Part ? createElement(Part, props) : waiting?.();
  };
}
