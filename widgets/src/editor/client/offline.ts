import { atom } from 'nanostores';

/** Since when what is shown is known, in UTC milliseconds, where nobody answers; null as long as the shop does. */
export const $keptOn = atom<number | null>(null);

/** Where a browser keeps what was chosen: '1' or '0'. */
export const ASKED = 'loggia.editor.offline';
const WORKER = '/config/worker.js';

/** Whether this browser can keep anything; never on plain http of another machine. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

const isInstalled = (): boolean => window.matchMedia?.('(display-mode: standalone)').matches === true;

/** Whether somebody asked for it on this device, or installed the editor and did not refuse. */
export function isKept(): boolean {
  try {
    const asked = localStorage.getItem(ASKED);
    return asked === null ? isInstalled() : asked === '1';
  } catch {
    return false;
  }
}

const files = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/config/assets/'));

let isListening = false;

/** Begins to keep what is needed to read the last orders without a connection. */
export async function begin(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!isListening) {
    isListening = true;
    serviceWorker.addEventListener('message', (event: MessageEvent) => {
      const said = Object(event.data) as { keptOn?: unknown };
      if ('keptOn' in said) $keptOn.set(typeof said.keptOn === 'number' ? said.keptOn : null);
    });
  }
  await serviceWorker.register(WORKER, { type: 'module' });
  const { active } = await serviceWorker.ready;
  if (!serviceWorker.controller)
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  active?.postMessage({ keep: files() });
  // The page, and whose site it is: they came before anything was kept.
  await Promise.all(['/config/home', '/config/api/site', '/config/api/home'].map((path) => fetch(path)));
}

/** Keeps the last orders on this device where that was asked for; called once the editor is open. */
export async function keepIfAsked(): Promise<void> {
  if (canKeep() && isKept()) await begin();
}
