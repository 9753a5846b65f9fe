// Speaks with the editor for a page in its frame: where the page is, what was pressed, what is written, how it looks with
// a value that is not saved. It belongs to the site, so the editor takes nothing of it on trust; and it hears the editor
// alone.
(() => {
  const editor = document.currentScript?.dataset.editor;
  if (!editor || window.parent === window) return;
  const MARK = 'data-loggia-edit';
  const WRITE = 'data-loggia-write';
  const STYLE = `[${MARK}]{cursor:pointer}[${WRITE}]{cursor:text}[${MARK}]:hover:not(:has([${MARK}]:hover)),[${MARK}]:focus-visible{outline:2px solid #1f8a78!important;outline-offset:3px}
[${MARK}][contenteditable]{outline:2px solid #1f8a78!important;outline-offset:3px;cursor:text;user-select:text;-webkit-user-select:text}`;
  const tell = (message) => window.parent.postMessage({ loggia: 'frame', ...message }, editor);
  let editing = false;
  let hint = '';
  /** The text that is being written: its element, how it was, and whether it is all of a text. */
  let now = null;
  /** Lines that were cut off, and have not been told yet where they stand. */
  const cut = [];

  const marked = (node) => (node instanceof Element ? node.closest(`[${MARK}]`) : null);
  const sourceOf = (element) => element.getAttribute(MARK);
  /** What is pressed by its own nature is not written in. */
  const canWrite = (element) => element.hasAttribute(WRITE) && !element.closest('button,summary,select,label');

  /** Shows what can be edited, for as long as one edits; the keyboard reaches it as well. */
  const dress = () => {
    document.getElementById('loggia-editor-marks')?.remove();
    for (const element of document.querySelectorAll(`[${MARK}]`)) {
      if (!editing && element.dataset.loggiaReach) {
        for (const name of ['tabindex', 'aria-description', 'data-loggia-reach']) element.removeAttribute(name);
      } else if (editing && !element.dataset.loggiaReach && !element.querySelector(`[${MARK}]`)) {
        if (element.tabIndex < 0) element.tabIndex = 0;
        if (canWrite(element)) element.setAttribute('aria-description', hint);
        element.dataset.loggiaReach = '1';
      }
    }
    if (!editing) return stop(true);
    const style = document.createElement('style');
    style.id = 'loggia-editor-marks';
    style.textContent = STYLE;
    document.head?.append(style);
  };

  // The bar beside what is written ---------------------------------------------------------------------------------
  let bar = null;
  const BAR = `:host{all:initial;position:fixed;z-index:2147483647}div{display:flex;gap:2px;padding:4px;background:#15292c;border-radius:8px;box-shadow:0 2px 12px rgb(0 0 0/.35)}
button{all:unset;box-sizing:border-box;min-inline-size:40px;block-size:40px;padding:0 8px;border-radius:6px;color:#fff;font:600 15px/40px system-ui,sans-serif;text-align:center;cursor:pointer}
button:hover,button[aria-pressed=true]{background:#2f6f64}button:focus-visible{outline:2px solid #fff;outline-offset:-3px}
svg{inline-size:20px;block-size:20px;margin-block:10px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}`;
  const SIGNS = {
    link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
    field: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4',
    bullets: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  };
  const LINES = { paragraph: ['¶', 'p'], heading2: ['H2', 'h2'], heading3: ['H3', 'h3'], bullets: [SIGNS.bullets, 'li'] };

  /** A letter, or the path of a picture. */
  const sign = (text) => {
    if (text.length < 3) return text;
    const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    picture.setAttribute('viewBox', '0 0 24 24');
    picture.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', text);
    picture.append(path);
    return picture;
  };

  const tools = () => {
    const all = [];
    const add = (name, text, run, isOn) => all.push({ name, text, run, isOn });
    if (!now.isText) {
      add('bold', 'B', () => format('bold'), () => document.queryCommandState('bold'));
      add('italic', 'I', () => format('italic'), () => document.queryCommandState('italic'));
      add('link', SIGNS.link, askLink, () => linkAt() !== null);
      for (const [name, [text, tag]] of Object.entries(LINES))
        if (/^(p|h[1-6]|li)$/.test(now.element.localName))
          add(name, text, () => turn(tag), () => now.element.localName === tag);
    }
    add('field', SIGNS.field, openField, undefined);
    return all;
  };

  const showBar = () => {
    hideBar();
    if (!now?.words) return;
    const host = document.createElement('loggia-writing-bar');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(BAR);
    root.adoptedStyleSheets = [sheet];
    const box = document.createElement('div');
    box.setAttribute('role', 'toolbar');
    box.setAttribute('aria-label', now.words.bar);
    const all = tools();
    for (const { name, text, run } of all) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(sign(text));
      button.title = now.words[name];
      button.setAttribute('aria-label', now.words[name]);
      button.addEventListener('click', () => {
        run();
        bar?.look();
      });
      box.append(button);
    }
    root.append(box);
    // A press on the bar leaves the caret where it is.
    host.addEventListener('pointerdown', (event) => event.preventDefault());
    host.addEventListener('mousedown', (event) => event.preventDefault());
    host.addEventListener('keydown', barKey);
    document.body.append(host);
    const look = () =>
      all.forEach(({ isOn }, index) => isOn && box.children[index].setAttribute('aria-pressed', String(isOn() === true)));
    bar = { host, box, look };
    look();
    place();
  };
  const hideBar = () => {
    bar?.host.remove();
    bar = null;
  };
  const place = () => {
    if (!bar || !now) return;
    const text = now.element.getBoundingClientRect();
    const own = bar.box.getBoundingClientRect();
    const above = text.top - own.height - 10;
    const top = above >= 4 ? above : Math.min(text.bottom + 10, window.innerHeight - own.height - 4);
    const left = Math.max(4, Math.min(text.left, document.documentElement.clientWidth - own.width - 4));
    bar.host.style.top = `${Math.max(4, top)}px`;
    bar.host.style.left = `${left}px`;
  };
  window.addEventListener('scroll', place, { passive: true, capture: true });
  window.addEventListener('resize', place);

  function barKey(event) {
    const { key } = event;
    const list = [...bar.box.children];
    const at = list.indexOf(bar.host.shadowRoot.activeElement);
    if (key === 'Escape' || key === 'Tab') now?.element.focus();
    else if (key === 'ArrowRight') list[(at + 1) % list.length].focus();
    else if (key === 'ArrowLeft') list[(at + list.length - 1) % list.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Writing ----------------------------------------------------------------------------------------------------------
  const textOf = ({ element, isText }) => (isText ? element.textContent : element.innerHTML);
  const begin = (element) => {
    element.setAttribute('contenteditable', element.getAttribute(WRITE) === 'text' ? 'plaintext-only' : 'true');
    if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
    element.focus({ preventScroll: true });
  };

  /** Puts the caret into a text, where it was pressed; without a press, at its end. */
  const start = (element, event) => {
    if (now?.element === element) return;
    stop(true);
    const isText = element.getAttribute(WRITE) === 'text';
    const at = element.getAttribute(WRITE);
    now = { element, source: sourceOf(element), isText, was: element.innerHTML, isCut: false, fresh: null };
    tell({ type: 'write', source: now.source, at, shown: textOf(now) });
    begin(element);
    const range = event?.clientX ? pressedAt(event.clientX, event.clientY) : null;
    const selection = window.getSelection();
    if (range && element.contains(range.startContainer)) {
      selection.removeAllRanges();
      selection.addRange(range);
    } else {
      selection.selectAllChildren(element);
      selection.collapseToEnd();
    }
  };
  const pressedAt = (x, y) => {
    if (document.caretPositionFromPoint) {
      const found = document.caretPositionFromPoint(x, y);
      if (!found) return null;
      const range = document.createRange();
      range.setStart(found.offsetNode, found.offset);
      return range;
    }
    return document.caretRangeFromPoint?.(x, y) ?? null;
  };

  /** Ends the writing: what is written stays, or all is as it was. */
  function stop(keep, isTold = true) {
    if (!now) return;
    const { element, was, isCut, fresh } = now;
    const isEmpty = keep && fresh === element && element.textContent.trim() === '';
    if (isEmpty && isTold) tell({ type: 'remove' });
    now = null;
    hideBar();
    element.removeAttribute('contenteditable');
    if (isEmpty) element.remove();
    if (isTold) tell({ type: 'wrote', keep });
    if (keep) return;
    if (isCut) location.reload();
    else element.innerHTML = was;
  }

  const typed = () => now && tell({ type: 'typed', text: textOf(now) });
  const format = (command) => {
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(command);
  };
  const turn = (into) => now && tell({ type: 'turn', into, text: textOf(now) });
  const openField = () => {
    const { source } = now;
    stop(true);
    tell({ type: 'field', source });
  };

  const linkAt = () => {
    const { anchorNode } = window.getSelection();
    const at = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
    const link = at?.closest('a');
    return link && now && now.element.contains(link) && link !== now.element ? link : null;
  };
  function askLink() {
    const selection = window.getSelection();
    const link = linkAt();
    if (link) selection.selectAllChildren(link);
    if (selection.isCollapsed) return;
    now.linking = selection.getRangeAt(0).cloneRange();
    tell({ type: 'link', href: link?.getAttribute('href') ?? '' });
  }
  const linked = (href) => {
    if (!now?.linking) return;
    const range = now.linking;
    if (href === null) {
      now.linking = null;
      now.element.focus({ preventScroll: true });
    }
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    if (href === null) return;
    if (href === '') document.execCommand('unlink');
    else document.execCommand('createLink', false, href);
    if (selection.rangeCount > 0) now.linking = selection.getRangeAt(0).cloneRange();
  };

  /** The element goes on as another; the caret stays. */
  const goOn = (element, isFresh) => {
    now.element.removeAttribute('contenteditable');
    Object.assign(now, { element, isCut: true, fresh: isFresh ? element : null });
    begin(element);
    showBar();
  };
  const copyMark = (from, to) => {
    for (const name of [MARK, WRITE, 'tabindex', 'aria-description', 'data-loggia-reach'])
      if (from.hasAttribute(name)) to.setAttribute(name, from.getAttribute(name));
  };

  /** Enter: what stands behind the caret goes on in a line of its own. */
  const split = () => {
    const { element } = now;
    if (!/^(p|h[1-6]|li)$/.test(element.localName)) return stop(true);
    const range = window.getSelection().getRangeAt(0);
    range.deleteContents();
    range.setEnd(element, element.childNodes.length);
    const next = document.createElement(element.localName === 'li' ? 'li' : 'p');
    next.append(range.extractContents());
    copyMark(element, next);
    element.after(next);
    tell({ type: 'split', before: element.innerHTML, after: next.innerHTML });
    if (next.textContent === '') next.append(document.createElement('br'));
    cut.push(element);
    goOn(next, true);
    window.getSelection().collapse(next, 0);
  };

  /** Backspace at the beginning: the line goes behind the one before it. */
  const join = () => {
    const { element } = now;
    const before = element.previousElementSibling;
    if (!before?.hasAttribute(WRITE) || sourceOf(before) !== sourceOf(element) || before.getAttribute(WRITE) === 'text')
      return false;
    if (cut.includes(before)) return false;
    tell({ type: 'join', first: before.getAttribute(WRITE) });
    if (before.lastChild instanceof HTMLBRElement) before.lastChild.remove();
    const at = before.childNodes.length;
    if (element.textContent !== '') before.append(...element.childNodes);
    goOn(before, false);
    element.remove();
    window.getSelection().collapse(before, at);
    return true;
  };
  const isAtStart = () => {
    const selection = window.getSelection();
    if (!selection.isCollapsed) return false;
    const range = selection.getRangeAt(0).cloneRange();
    range.setStart(now.element, 0);
    return range.toString() === '';
  };

  const turned = (into) => {
    if (!now) return;
    const { element } = now;
    const next = document.createElement(into);
    if (into !== 'li' && element.localName !== 'li')
      for (const { name, value } of element.attributes) if (name !== 'contenteditable') next.setAttribute(name, value);
    copyMark(element, next);
    next.append(...element.childNodes);
    if (into === 'li') {
      const list = document.createElement('ul');
      list.append(next);
      element.replaceWith(list);
    } else if (element.localName === 'li') element.parentElement.replaceWith(next);
    else element.replaceWith(next);
    const { fresh } = now;
    goOn(next, fresh === element);
    window.getSelection().selectAllChildren(next);
    window.getSelection().collapseToEnd();
  };

  /** Where lines of the same text stand after a change of one of them. */
  const moved = ({ at, first, from, by }) => {
    const before = first && cut.shift();
    if (now) {
      for (const element of document.querySelectorAll(`[${WRITE}]`)) {
        if (element === now.element || element === before || sourceOf(element) !== now.source) continue;
        const [start, end] = element.getAttribute(WRITE).split('-').map(Number);
        if (start >= from) element.setAttribute(WRITE, `${start + by}-${end + by}`);
      }
      now.element.setAttribute(WRITE, at);
    }
    before?.setAttribute(WRITE, first);
  };

  const within = (event) => now !== null && event.target instanceof Node && now.element.contains(event.target);
  /** What is written is nobody's business but the editor's: shortcuts of the page hear nothing of it. */
  const own = (type, run) =>
    window.addEventListener(
      type,
      (event) => {
        if (!within(event)) return;
        event.stopPropagation();
        run?.(event);
      },
      true,
    );
  const chord = (event) => (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase();
  own('keydown', (event) => {
    if (event.isComposing) return;
    const { key } = event;
    const letter = chord(event);
    if (key === 'Escape') stop(false);
    else if (key === 'Enter' && now.isText) stop(true);
    else if (key === 'Enter') event.shiftKey ? document.execCommand('insertLineBreak') : split();
    else if (key === 'Tab' && !event.shiftKey && bar) bar.box.firstElementChild.focus();
    else if (key === 'Backspace' && !now.isText && isAtStart()) join();
    else if (letter === 's') tell({ type: 'key', key: 'save' });
    else if (letter === 'z' && now.isCut) {
      stop(true);
      tell({ type: 'key', key: 'undo' });
    } else return;
    event.preventDefault();
  });
  own('keyup');
  own('keypress');
  own('beforeinput', (event) => {
    const { inputType } = event;
    if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop') {
      event.preventDefault();
      const text = (event.data ?? event.dataTransfer?.getData('text/plain') ?? '').replace(/\s+/g, ' ');
      document.execCommand('insertText', false, text);
    } else if (/^format/.test(inputType) && (now.isText || !/^format(Bold|Italic)$/.test(inputType))) event.preventDefault();
    else if (inputType === 'insertParagraph') event.preventDefault();
  });
  own('input', () => {
    typed();
    place();
  });
  document.addEventListener('selectionchange', () => now && bar?.look());
  window.addEventListener('focusout', (event) => {
    if (!within(event) || now.linking) return;
    const to = event.relatedTarget;
    if (to instanceof Node && (now.element.contains(to) || to === bar?.host)) return;
    // The element may be on its way to becoming another.
    const { element } = now;
    queueMicrotask(() => {
      if (now?.element === element && (document.activeElement !== element || !document.hasFocus())) stop(true);
    });
  });

  window.addEventListener('keydown', (event) => {
    if (!editing || now || event.defaultPrevented) return;
    const element = event.target;
    if (event.key === 'Enter' && element instanceof Element && element.hasAttribute(MARK)) {
      event.preventDefault();
      if (canWrite(element)) start(element);
      else tell({ type: 'edit', source: sourceOf(element) });
      return;
    }
    if (element instanceof Element && element.closest('input,textarea,select')) return;
    const letter = chord(event);
    const key = letter === 's' ? 'save' : letter === 'y' || (letter === 'z' && event.shiftKey) ? 'redo' : 'undo';
    if (letter !== 's' && letter !== 'y' && letter !== 'z') return;
    event.preventDefault();
    tell({ type: 'key', key });
  });

  document.addEventListener(
    'click',
    (event) => {
      if (!editing) return;
      const pressed = event.target instanceof Element ? event.target : null;
      if (pressed && pressed === bar?.host) return;
      const element = marked(pressed);
      // Links lead nowhere while one edits: they are edited.
      if (element || pressed?.closest('a,button')) event.preventDefault();
      if (!element) return;
      event.stopPropagation();
      if (now?.element === element) return;
      if (canWrite(element)) return start(element, event);
      stop(true);
      tell({ type: 'edit', source: sourceOf(element) });
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

  const hear = {
    reload: () => location.reload(),
    tweak,
    editing: ({ on, hint: words }) => {
      if (typeof on !== 'boolean') return;
      editing = on;
      hint = typeof words === 'string' ? words : '';
      dress();
    },
    write: ({ ok, words }) => {
      if (!now) return;
      if (ok) {
        now.words = words;
        showBar();
      } else stop(false, false);
    },
    piece: moved,
    turned: ({ into }) => turned(into),
    linked: ({ href }) => linked(href),
  };
  window.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== editor || source !== window.parent) return;
    if (typeof data !== 'object' || data === null || data.loggia !== 'editor') return;
    if (Object.hasOwn(hear, data.type)) hear[data.type](data);
  });
  window.addEventListener('pagehide', () => tell({ type: 'left' }), { once: true });
  tell({ type: 'shown', path: location.pathname });
})();
