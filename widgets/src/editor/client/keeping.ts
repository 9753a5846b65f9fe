import { ASKED, begin } from './offline.ts';

/** Asks for it, or takes it back: then everything that was kept is forgotten. */
export async function setKept(isOn: boolean): Promise<void> {
  localStorage.setItem(ASKED, isOn ? '1' : '0');
  if (isOn) return begin();
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    // The one that notices come to keeps nothing.
    if (registration.scope?.endsWith('/notices/')) continue;
    registration.active?.postMessage({ forget: true });
    await registration.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith('loggia-')) await caches.delete(name);
}
