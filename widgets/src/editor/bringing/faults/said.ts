import { panelText } from '../../text/text.ts';
import type { Fault } from '../client.ts';
import { DE } from './de.ts';
import { EN, type FaultCode } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';

const say = panelText(EN, { de: DE, es: ES, fr: FR });
const isKnown = (code: string): code is FaultCode => Object.hasOwn(EN, code);

/** What is wrong at a row, in the editor's language; a server of another version may know more than this page does. */
export const faultText = ({ code, values, message }: Fault): string => (isKnown(code) ? say(code, values) : message);
