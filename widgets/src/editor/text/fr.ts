import type { EditorText } from './en.ts';
import { CONTENT } from './fr/content.ts';
import { HOME } from './fr/home.ts';
import { MANAGE } from './fr/manage.ts';
import { NAMES } from './fr/names.ts';
import { SHELL } from './fr/shell.ts';
import { SHOP } from './fr/shop.ts';

/** Every word of the editor, in French. */
export const FR: Record<EditorText, string> = { ...NAMES, ...SHELL, ...CONTENT, ...SHOP, ...MANAGE, ...HOME };
