// Keeps a previewed page up to date: new style sheets are put in place, other changes load the page again, and faults
// of the site are shown on top of it.
(() => {
  // Which build the page is of: one that ended before the first event came is news as well.
  const built = Number(document.currentScript.dataset.pages);
  const plain = (href) => new URL(href, location.href).pathname.replace(/\.[0-9a-f]{10}(\.[a-z0-9]+)$/, '$1');
  let shown;

  const hide = () => {
    shown?.remove();
    shown = undefined;
  };

  const show = (text) => {
    hide();
    shown = document.createElement('div');
    shown.id = 'loggia-faults';
    shown.setAttribute('role', 'alert');
    shown.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;overflow:auto;background:#14181c;color:#f4f1ea;padding:2rem;font:15px/1.5 ui-monospace,monospace';
    const title = document.createElement('h2');
    title.textContent = 'The site has errors. This is the page as it was before.';
    title.style.cssText = 'font:600 1.25rem/1.4 system-ui,sans-serif;margin:0 0 1rem';
    const list = document.createElement('pre');
    list.style.cssText = 'white-space:pre-wrap;margin:0';
    list.textContent = text;
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close';
    close.style.cssText = 'position:absolute;top:1rem;right:1rem;font:inherit;padding:.4rem .8rem';
    close.addEventListener('click', hide);
    shown.append(title, list, close);
    document.body.append(shown);
    close.focus();
  };

  const swap = (sheets) => {
    for (const sheet of sheets) {
      for (const old of document.querySelectorAll('link[rel="stylesheet"]')) {
        if (plain(old.href) !== plain(sheet) || new URL(old.href).pathname === sheet) continue;
        const fresh = old.cloneNode();
        fresh.href = sheet;
        fresh.addEventListener('load', () => old.remove(), { once: true });
        old.after(fresh);
      }
    }
  };

  new EventSource('/_loggia/events').addEventListener('state', (event) => {
    const now = JSON.parse(event.data);
    if (now.faults) show(now.faults);
    else if (now.pages !== built) location.reload();
    else {
      hide();
      swap(now.sheets);
    }
  });
})();
