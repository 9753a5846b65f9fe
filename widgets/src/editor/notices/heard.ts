import { listDevices, putThis, SCOPE } from './push.ts';

/** Follows a notice that was clicked, and keeps this browser's subscription alive; called where notices are allowed. */
export async function hear(): Promise<void> {
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent) => {
    const { open } = Object(event.data) as { open?: unknown };
    if (typeof open === 'string' && open.startsWith('/config/')) location.assign(open);
  });
  // Messages to a page that a worker does not control wait until this is said.
  navigator.serviceWorker.startMessages();
  if (!(await navigator.serviceWorker.getRegistration(SCOPE))) return;
  const { isOn, publicKey, devices } = await listDevices();
  const own = devices.find(({ isThis }) => isThis);
  // It is seen, and has the browser's present address and the shop's present key.
  if (isOn && own) await putThis(publicKey, own.kinds);
}
