import type { components } from '../../../contract/editor.gen.ts';
import { panelText } from '../../text/text.ts';
import { DE } from './de.ts';
import { EN, type FaultWord } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';

export type ListFault = components['schemas']['ProductListFault'];

const say = panelText(EN, { de: DE, es: ES, fr: FR });
const isKnown = (code: string): code is FaultWord => Object.hasOwn(EN, code);

/** What is wrong at a row, in the editor's language; a server of another version may know more than this page does. */
export function faultText({ code, values, more, message }: ListFault): string {
  if (!isKnown(code)) return message;
  const rest = more === 0 ? '' : ` ${more === 1 ? say('moreOne') : say('more', { more })}`;
  return say(code, values) + rest;
}
