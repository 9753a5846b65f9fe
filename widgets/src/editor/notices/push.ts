import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { editorLocale } from '../text/text.ts';

export type Devices = components['schemas']['Devices'];

const PATH = '/api/site-users/account/devices';
const WORKER = '/config/worker.js';
/** A place without pages: a worker there sees no calls, so it keeps nothing of the shop on the device. */
export const SCOPE = '/config/notices/';

/** What this browser can do. */
export type Able = 'yes' | 'no' | 'install' | 'blocked';

const isInstalled = (): boolean => window.matchMedia?.('(display-mode: standalone)').matches === true;
const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** Telephones of Apple have notices in apps on the home screen alone. */
export function able(): Able {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() && !isInstalled() ? 'install' : 'no';
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> => {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

const isSame = (key: ArrayBuffer | null | undefined, wanted: Uint8Array): boolean => {
  const known = new Uint8Array(key ?? new ArrayBuffer(0));
  return known.length === wanted.length && known.every((byte, index) => byte === wanted[index]);
};

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(SCOPE);

/** Waits until the worker works: before that a browser subscribes to nothing. */
async function ready(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((done) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done();
    });
  });
  return registration;
}

/** This browser's subscription with the shop's key; one with another key is of no use any more. */
async function subscription(publicKey: string): Promise<PushSubscription> {
  const there = await registered();
  const registration =
    there ?? (await ready(await navigator.serviceWorker.register(WORKER, { type: 'module', scope: SCOPE })));
  const [key, known] = [bytesOf(publicKey), await registration.pushManager.getSubscription()];
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export const listDevices = (): Promise<Devices> => call<Devices>('GET', PATH);

/** Has this browser told of these kinds; it asks the person first. Null when they say no. */
export async function putThis(publicKey: string, kinds: readonly string[]): Promise<Devices | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { endpoint, keys } = (await subscription(publicKey)).toJSON();
  const language = editorLocale().split('-')[0] ?? 'en';
  return call<Devices>('PUT', PATH, { json: { endpoint, keys, kinds, language } });
}

export const removeDevice = (id: string): Promise<Devices> => call<Devices>('DELETE', `${PATH}/${id}`);

/** Ends this browser's own subscription as well. */
export async function removeThis(id: string): Promise<Devices> {
  const left = await removeDevice(id);
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
  return left;
}

export const tryDevice = (id: string): Promise<void> => call<void>('POST', `${PATH}/${id}/try`, { json: {} });
