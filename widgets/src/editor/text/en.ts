import { CONTENT } from './en/content.ts';
import type { DESK } from './en/desk.ts';
import type { INVENTORY } from './en/inventory.ts';
import type { MANAGE } from './en/manage.ts';
import { SHELL } from './en/shell.ts';
import { SHOP } from './en/shop.ts';

/** The words of the editor in English, but for those that come with a panel: together the one list that is translated. */
export const EN = { ...SHELL, ...CONTENT, ...SHOP };
export type EditorText = keyof typeof EN | keyof typeof DESK | keyof typeof INVENTORY | keyof typeof MANAGE;
