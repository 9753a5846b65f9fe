import { CONTENT } from './de/content.ts';
import { HOME } from './de/home.ts';
import { MANAGE } from './de/manage.ts';
import { NAMES } from './de/names.ts';
import { SHELL } from './de/shell.ts';
import { SHOP } from './de/shop.ts';
import type { EditorText } from './en.ts';

/** Every word of the editor, in German. */
export const DE: Record<EditorText, string> = { ...NAMES, ...SHELL, ...CONTENT, ...SHOP, ...MANAGE, ...HOME };
