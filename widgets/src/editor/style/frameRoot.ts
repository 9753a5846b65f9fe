/** The root of the page in the frame; none while it loads, or where it is of another host. */
export function frameRoot(): HTMLElement | undefined {
  try {
    return document.querySelector<HTMLIFrameElement>('main iframe')?.contentDocument?.documentElement ?? undefined;
  } catch {
    return undefined;
  }
}
