import type { PageY, ShimWindow } from './page.ts';

// `Y.Squarespace.Lightbox2`, `Lightbox` and `Widgets.Alert`: something above the page.

const Y = (window as unknown as ShimWindow).Y as unknown as PageY;

type Entry = { content?: unknown; meta?: unknown };
type Config = Entry & { set?: Entry[]; currentSetIndex?: number; controls?: Record<string, boolean | undefined> };

const BUTTON = 'position:absolute;width:3rem;height:3rem;border:0;background:none;color:inherit;font-size:2rem;';

const markup = (html: string | null): DocumentFragment => document.createRange().createContextualFragment(html ?? '');

/** Something for the lightbox: a picture in its full size, a film, or a copy of what the page has. */
function contentOf(content: unknown): Node[] {
  if (typeof content === 'string') return [markup(content)];
  return (content ? Y.all(content)._nodes : []).map((element) => {
    if (element instanceof HTMLImageElement) {
      const picture = new Image();
      picture.src = element.dataset.fullSrc || element.currentSrc || element.src || (element.dataset.src ?? '');
      picture.alt = element.alt;
      picture.style.cssText = 'max-width:100%;max-height:100%;min-height:0;object-fit:contain';
      return picture;
    }
    const film = element.matches('[data-html]') ? element : element.querySelector('[data-html]');
    if (!film) return element.cloneNode(true);
    const made = markup(film.getAttribute('data-html'));
    for (const frame of made.querySelectorAll<HTMLElement>('iframe'))
      frame.style.cssText = 'width:100%;height:100%;border:0';
    return made;
  });
}

/** What stands above the page until it is closed: by a button, by Escape, or by its object. */
class Above extends Y.EventTarget {
  readonly dialog = document.createElement('dialog');

  button(text: string, label: string, style: string, run: () => void): void {
    const button = document.createElement('button');
    button.textContent = text;
    button.ariaLabel = label;
    button.className = `sqs-lightbox-${label.toLowerCase()}`;
    button.style.cssText = style;
    button.onclick = run;
    this.dialog.append(button);
  }

  render(): this {
    const { dialog } = this;
    dialog.onclose = () => {
      dialog.remove();
      this.fire('close');
    };
    document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    return this;
  }

  show(): this {
    return this.render();
  }

  close(): void {
    this.dialog.close();
  }

  hide(): void {
    this.close();
  }

  destroy(): void {
    this.close();
  }
}

class Lightbox2 extends Above {
  private readonly place = document.createElement('div');
  private readonly set: Entry[];
  private index: number;

  constructor(config: Config = {}) {
    super();
    const { set, currentSetIndex, controls } = config;
    this.set = set ?? [config];
    this.index = currentSetIndex ?? 0;
    const { dialog, place } = this;
    dialog.className = 'sqs-lightbox-slideshow';
    dialog.style.cssText =
      'border:0;padding:0;max-width:none;max-height:none;width:100%;height:100%;background:rgba(0,0,0,.9);color:#fff';
    place.className = 'sqs-lightbox-content';
    place.style.cssText =
      'position:absolute;inset:3.5rem 4rem;display:flex;flex-direction:column;align-items:center;justify-content:center';
    dialog.append(place);
    this.button('×', 'Close', `${BUTTON}top:0;right:0`, () => this.close());
    if (controls?.previous) this.button('‹', 'Previous', `${BUTTON}top:45%;left:0`, () => this.move(-1));
    if (controls?.next) this.button('›', 'Next', `${BUTTON}top:45%;right:0`, () => this.move(1));
    dialog.onkeydown = ({ key }) => this.move({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0);
    dialog.onclick = ({ target }) => {
      if (target === dialog || target === place) this.close();
    };
    this.move(0);
  }

  private move(step: number): void {
    const many = this.set.length;
    this.index = (this.index + step + many) % many;
    const { content, meta } = this.set[this.index] ?? {};
    this.place.replaceChildren(...contentOf(content), ...contentOf(meta));
  }
}

/** A message that is read and closed; it stands there at once. */
class Alert extends Above {
  constructor(words: Record<string, unknown> = {}) {
    super();
    this.dialog.role = 'alertdialog';
    for (const name of ['title', 'message']) {
      const line = document.createElement('p');
      line.textContent = (words[`strings.${name}`] ?? words[name] ?? '') as string;
      this.dialog.append(line);
    }
    this.button('OK', 'OK', '', () => this.close());
    this.render();
  }
}

Y.Squarespace.Lightbox2 ??= Lightbox2;
Y.Squarespace.Lightbox ??= Lightbox2;
Y.Squarespace.Widgets ??= { Alert };
