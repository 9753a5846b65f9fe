let known: { of: string; base: URL } | undefined;

/** An address of the site as the editor reaches it: the site may have another origin. `previewUrl` is where the site is. */
export function onSite(previewUrl: string, address: string): string {
  // Lists ask for hundreds of one site.
  if (known?.of !== previewUrl) known = { of: previewUrl, base: new URL(previewUrl, window.location.href) };
  const { base } = known;
  return /^\/[\w./-]*$/.test(address) && !address.startsWith('//') && !address.includes('/.')
    ? base.origin + address
    : new URL(address, base).href;
}
