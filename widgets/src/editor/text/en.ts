import { CONTENT } from './en/content.ts';
import { SHELL } from './en/shell.ts';
import { SHOP } from './en/shop.ts';

/** Every word of the editor, in English: the one list that is translated. */
export const EN = { ...SHELL, ...CONTENT, ...SHOP };
export type EditorText = keyof typeof EN;
