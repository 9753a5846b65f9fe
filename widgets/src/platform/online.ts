/** Tells at once, and at every change, whether the browser has a connection. Answers how to stop listening. */
export function watchConnection(tell: (online: boolean) => void): () => void {
  const stop = new AbortController();
  for (const type of ['online', 'offline']) window.addEventListener(type, () => tell(navigator.onLine), stop);
  tell(navigator.onLine);
  return () => stop.abort();
}
