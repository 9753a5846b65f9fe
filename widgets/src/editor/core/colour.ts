import { formatHex, formatRgb, parse } from 'culori/fn';
import 'culori/css';

/** The ways a colour tweak may be written (E-112). Each is looked at whole before it is read. */
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const FUNCTION = /^(rgba?|hsla?|hwb)\(([^()]*)\)$/i;
const NAME = /^[a-z]+$/i;

/** The parts between the brackets: numbers, and the alpha after a slash or as the fourth. */
function parts(inside: string): { count: number; alpha: boolean } {
  const [colour = '', alpha] = inside.split('/');
  const count = colour.split(/[\s,]+/).filter((part) => part !== '').length;
  return alpha === undefined ? { count, alpha: count === 4 } : { count: count + 1, alpha: true };
}

/** Whether a colour may be saved: rgb and hsl have no alpha, rgba and hsla must have one, hwb may (E-113). */
export function isColour(written: string): boolean {
  const text = written.trim();
  if (HEX.test(text)) return true;
  const call = FUNCTION.exec(text);
  if (!call) return NAME.test(text) && text.toLowerCase() !== 'currentcolor' && parse(text) !== undefined;
  const [, name = '', inside = ''] = call;
  const { count, alpha } = parts(inside);
  if (count !== (alpha ? 4 : 3)) return false;
  if (/^(rgb|hsl)$/i.test(name) && alpha) return false;
  if (/^(rgba|hsla)$/i.test(name) && !alpha) return false;
  return parse(text) !== undefined;
}

/** A colour as six digits, as the colour field and the picker take it; undefined for a text that is no colour. */
export function asHex(written: string): string | undefined {
  const colour = isColour(written) ? parse(written.trim()) : undefined;
  return colour && formatHex(colour);
}

/** A colour as the owner would write it: six digits, or rgba when one can see through it. */
export function written(css: string): string | undefined {
  const colour = parse(css);
  if (!colour) return undefined;
  return colour.alpha === undefined || colour.alpha === 1 ? formatHex(colour) : formatRgb(colour);
}
