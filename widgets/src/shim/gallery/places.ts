type Options = Record<string, unknown>;

const number = (value: unknown): number => Number.parseFloat(value as string) || 0;
const px = (value: number): string => `${value}px`;

/** Slides upon each other: one is seen, and what is not seen cannot be reached. */
export function stack(
  container: HTMLElement,
  slides: readonly HTMLElement[],
  index: number,
  options: Options,
  seconds: number,
): void {
  const hasOwnHeight = options.autoHeight === false;
  for (const [at, slide] of slides.entries()) {
    const isSeen = at === index;
    Object.assign(slide.style, {
      inset: '0 auto auto 0',
      width: '100%',
      height: hasOwnHeight ? '100%' : '',
      opacity: Number(isSeen),
      visibility: isSeen ? '' : 'hidden',
      // What was never put anywhere goes there at once.
      transition: slide.style.position && `opacity ${seconds}s, visibility ${seconds}s`,
    });
    slide.style.position = 'absolute';
    slide.inert = !isSeen;
  }
  const height = slides[index]?.offsetHeight;
  if (!hasOwnHeight && height) container.style.height = px(height);
}

/** Slides in as many columns as have room, each under the shortest so far. */
export function columns(container: HTMLElement, slides: readonly HTMLElement[], options: Options): void {
  const gutter = number(options.gutter);
  const room = container.clientWidth + gutter;
  const fits = room / ((number(options.columnWidth) || 270) + gutter);
  const many = Math.max(1, options.columnWidthBehavior === 'min' ? Math.floor(fits) : Math.ceil(fits));
  const width = room / many - gutter;
  const ratio = number(options.aspectRatio);
  const depths = Array.from({ length: many }, () => 0);
  for (const slide of slides) {
    const top = Math.min(...depths);
    const column = depths.indexOf(top);
    const height = ratio ? px(width / ratio) : '';
    Object.assign(slide.style, {
      position: 'absolute',
      left: px((width + gutter) * column),
      top: px(top),
      width: px(width),
      height,
    });
    const picture = slide.querySelector('img');
    const [w, h] = (picture?.dataset.imageDimensions ?? '').split('x').map(Number);
    // A picture that is still to come takes the room that it will need.
    if (picture && w && h && !ratio) Object.assign(picture.style, { width: px(width), height: px((width * h) / w) });
    depths[column] = top + slide.offsetHeight + gutter;
  }
  container.style.height = px(Math.max(...depths) - gutter);
}
