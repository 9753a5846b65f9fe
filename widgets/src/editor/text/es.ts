import type { EditorText } from './en.ts';
import { CONTENT } from './es/content.ts';
import { HOME } from './es/home.ts';
import { MANAGE } from './es/manage.ts';
import { NAMES } from './es/names.ts';
import { SHELL } from './es/shell.ts';
import { SHOP } from './es/shop.ts';

/** Every word of the editor, in Spanish. */
export const ES: Record<EditorText, string> = { ...NAMES, ...SHELL, ...CONTENT, ...SHOP, ...MANAGE, ...HOME };
