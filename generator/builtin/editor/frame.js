// Speaks with the editor for a page in its frame: where the page is, what was pressed, how it looks with a value that is
// not saved. It belongs to the site, so the editor takes nothing of it on trust; and it hears the editor alone.
(() => {
  const editor = document.currentScript?.dataset.editor;
  if (!editor || window.parent === window) return;
  const MARK = 'data-loggia-edit';
  const STYLE = `[${MARK}]{cursor:pointer}[${MARK}]:hover{outline:2px solid #1f8a78!important;outline-offset:3px}`;
  const tell = (message) => window.parent.postMessage({ loggia: 'frame', ...message }, editor);
  let editing = false;

  /** Shows what can be edited, for as long as one edits. */
  const dress = () => {
    document.getElementById('loggia-editor-marks')?.remove();
    if (!editing) return;
    const style = document.createElement('style');
    style.id = 'loggia-editor-marks';
    style.textContent = STYLE;
    document.head?.append(style);
  };

  document.addEventListener(
    'click',
    (event) => {
      if (!editing) return;
      const pressed = event.target instanceof Element ? event.target : null;
      const source = pressed?.closest(`[${MARK}]`)?.getAttribute(MARK);
      // Links lead nowhere while one edits: they are edited.
      if (source || pressed?.closest('a,button')) event.preventDefault();
      if (!source) return;
      event.stopPropagation();
      tell({ type: 'edit', source });
    },
    true,
  );

  const isNames = (list) => Array.isArray(list) && list.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name));

  /** A tweak as the site's next build has it: a custom property of the style sheets, and a class of the page. */
  const tweak = ({ name, value, classes, on }) => {
    if (typeof name !== 'string' || !/^[\w-]+$/.test(name) || !isNames(classes)) return;
    const root = document.documentElement;
    if (typeof value === 'string') root.style.setProperty(`--${name}`, value);
    else root.style.removeProperty(`--${name}`);
    for (const one of classes) document.body?.classList.toggle(one, one === on);
  };

  /** Where the widgets go: the editor shows it in its frame. Another site is none of its pages. */
  window.loggiaEditor = {
    setFrameUrl(url) {
      const { origin, pathname, search } = new URL(url, location.href);
      if (origin === location.origin) tell({ type: 'go', path: pathname + search });
      else location.assign(url);
    },
  };

  window.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== editor || source !== window.parent) return;
    if (typeof data !== 'object' || data === null || data.loggia !== 'editor') return;
    if (data.type === 'reload') location.reload();
    else if (data.type === 'tweak') tweak(data);
    else if (data.type === 'editing' && typeof data.on === 'boolean') {
      editing = data.on;
      dress();
    }
  });
  window.addEventListener('pagehide', () => tell({ type: 'left' }), { once: true });
  tell({ type: 'shown', path: location.pathname });
})();
