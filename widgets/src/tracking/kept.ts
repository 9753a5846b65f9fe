/**
 * What the tracker keeps in the browser. It has its own few lines for cookies and storage: it is one small file, loaded on
 * pages without widgets too, and shares none with them. Its cookies are written as they stand (`a|1|2|3|1`), not encoded.
 */

/** The value of a readable cookie, as it stands; over an encrypted connection the crumb is called `__Host-crumb`. */
export const cookie = (name: string): string | undefined => {
  const one = (start: string) =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(start))
      ?.slice(start.length);
  return one(`__Host-${name}=`) ?? one(`${name}=`);
};

/** Writes a cookie for the whole site (K-006). `lifetimeMs` in milliseconds; 0 takes it away. */
export function setCookie(name: string, value: string, lifetimeMs: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; path=/; max-age=${lifetimeMs / 1000}; SameSite=Lax${secure}`;
}

/** Web storage that may fail: an answer of undefined says that it did, and the console knows (K-023). */
export function stored<T>(area: 'localStorage' | 'sessionStorage', act: (storage: Storage) => T): T | undefined {
  try {
    return act(window[area]);
  } catch {
    console.warn('Unable to access local/session storage');
    return undefined;
  }
}

/** 128 random bits as word characters. Also on plain http, where `crypto.randomUUID` does not exist. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
