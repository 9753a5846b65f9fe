/** So long nobody has typed before what is drawn anew is drawn. Milliseconds. */
const QUIET_MS = 400;

let lastKey = Number.NEGATIVE_INFINITY;
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      lastKey = event.timeStamp;
    },
    true,
  );

/**
 * Does something once nobody types: the page in the frame and the lists share the thread that draws what is typed. The answer
 * takes it back.
 */
export function whenQuiet(run: () => void): () => void {
  const wait = lastKey + QUIET_MS - performance.now();
  if (!(wait > 0)) {
    run();
    return () => undefined;
  }
  let stop: () => void = () => undefined;
  const timer = setTimeout(() => {
    stop = whenQuiet(run);
  }, wait);
  stop = () => clearTimeout(timer);
  return () => stop();
}
