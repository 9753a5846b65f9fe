import type { ReactNode } from 'react';
import { blockOf } from '../core/blocks.ts';
import { at, type Json, listAt, textAt } from '../core/json.ts';
import { rectOf, type Side } from './geometry.ts';
import { gridOf, tracksOf, WINDOWS } from './section.ts';
import styles from './sections.module.css';

type Props = { section: Json; side?: Side };
type Rect = { x: number; y: number; width: number; height: number };

/** A small picture of a section: each block at its place, drawn as what it is. */
export function Thumb({ section, side = 'desktop' }: Props) {
  const grid = gridOf(section);
  const tracks = tracksOf(grid, side);
  const width = WINDOWS[side];
  const height = Math.max(200, grid.lines[side].rows * (tracks.row + tracks.gap[1]) + 80);
  const theme = textAt(section, '/theme');
  const colors = listAt(section, '/background/gradient/colors');
  const isDark = /^(dark|black)/.test(theme) || colors.length > 0;
  return (
    <svg
      className={styles.thumb}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      focusable="false"
      data-theme={isDark ? 'dark' : (/^(white|light|bright)/.exec(theme)?.[0] ?? 'plain')}
    >
      <rect className={styles.thumbGround} width={width} height={height} />
      {listAt(section, '/blocks').map((block, index) => {
        const placed = grid.blocks[index]?.[side];
        if (!placed) return null;
        const {
          x = 0,
          y = 0,
          width: across,
          height: down = 0,
        } = rectOf(placed.box, tracks, grid.lines[side].columns, width);
        // The place in the list is what a block is known by here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return <g key={index}>{drawn(block, { x, y: y + 40, width: across, height: down })}</g>;
      })}
    </svg>
  );
}

/** Lines of text, a heading first where there is one. */
function lines({ x, y, width, height }: Rect, html: string): ReactNode {
  const isCentered = html.includes('text-align');
  const head = /<h[1-6]/.test(html) ? 44 : 0;
  const all: Rect[] = head ? [{ x, y: y + 6, width: width * 0.62, height: 30 }] : [];
  const count = Math.min(5, Math.floor((height - head - 12) / 30));
  for (let line = 0; line < count; line += 1)
    all.push({ x, y: y + head + 14 + line * 30, width: width * (line === count - 1 ? 0.55 : 0.94), height: 13 });
  return all.map((one, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their order
      key={index}
      className={index === 0 && head ? styles.thumbHead : styles.thumbLine}
      {...one}
      x={isCentered ? x + (width - one.width) / 2 : x}
      rx={5}
    />
  ));
}

function picture({ x, y, width, height }: Rect): ReactNode {
  const [right, bottom] = [x + width, y + height];
  return (
    <>
      <rect className={styles.thumbPicture} x={x} y={y} width={width} height={height} rx={8} />
      <circle
        className={styles.thumbSun}
        cx={x + width * 0.72}
        cy={y + height * 0.28}
        r={Math.min(width, height) * 0.09}
      />
      <path
        className={styles.thumbHill}
        d={`M${x} ${bottom} L${x + width * 0.35} ${y + height * 0.45} L${x + width * 0.6} ${y + height * 0.75} L${x + width * 0.75} ${y + height * 0.6} L${right} ${bottom} Z`}
      />
    </>
  );
}

function drawn(block: Json, rect: Rect): ReactNode {
  const { x, y, width, height } = rect;
  const kind = blockOf(at(block, '/type'))?.name ?? '';
  switch (kind) {
    case 'html':
      return lines(rect, textAt(block, '/value/html'));
    case 'image':
      return picture(rect);
    case 'gallery':
      return Array.from({ length: 6 }, (_, index) => {
        const [w, h] = [(width - 40) / 3, (height - 20) / 2];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: six alike
          <g key={index}>
            {picture({ x: x + (index % 3) * (w + 20), y: y + Math.floor(index / 3) * (h + 20), width: w, height: h })}
          </g>
        );
      });
    case 'button': {
      const wide = Math.min(width, 190);
      const left = textAt(block, '/value/alignment') === 'center' ? x + (width - wide) / 2 : x;
      return <rect className={styles.thumbButton} x={left} y={y} width={wide} height={Math.min(height, 56)} rx={10} />;
    }
    case 'quote':
      return (
        <>
          <text className={styles.thumbMark} x={x} y={y + 90} fontSize={140}>
            “
          </text>
          {lines({ x: x + 90, y, width: width - 90, height }, '')}
        </>
      );
    case 'video':
      return (
        <>
          <rect className={styles.thumbPicture} x={x} y={y} width={width} height={height} rx={8} />
          <path className={styles.thumbButton} d={`M${x + width / 2 - 40} ${y + height / 2 - 50} v100 l85 -50 Z`} />
        </>
      );
    case 'form':
    case 'accordion':
      return Array.from({ length: 4 }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: four alike
          key={index}
          className={styles.thumbBox}
          x={x}
          y={y + (index * height) / 4}
          width={width}
          height={height / 4 - 18}
          rx={6}
        />
      ));
    default:
      return <rect className={styles.thumbBox} x={x} y={y} width={width} height={height} rx={8} />;
  }
}
