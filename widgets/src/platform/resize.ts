/** How long after the last resize the listeners hear of it (W-010). Milliseconds. */
export const RESIZE_QUIET_MS = 100;

/** Calls back once after each burst of resizes; answers how to stop. */
export function onResize(heard: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = () => {
    clearTimeout(timer);
    timer = setTimeout(heard, RESIZE_QUIET_MS);
  };
  window.addEventListener('resize', resized);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', resized);
  };
}
