import type { CONTENT } from './en/content.ts';
import type { DESK } from './en/desk.ts';
import type { HOME } from './en/home.ts';
import type { INVENTORY } from './en/inventory.ts';
import type { MANAGE } from './en/manage.ts';
import { PAGES } from './en/pages.ts';
import type { PANELS } from './en/panels.ts';
import { SHELL } from './en/shell.ts';
import type { SHOP } from './en/shop.ts';

/** The words of the first screen in English: every other comes with what opens later. */
export const EN = { ...SHELL, ...PAGES };
export type FirstText = keyof typeof EN;
/** Every word of the editor: together the one list that is translated. */
export type EditorText =
  | FirstText
  | keyof typeof PANELS
  | keyof typeof CONTENT
  | keyof typeof SHOP
  | keyof typeof DESK
  | keyof typeof HOME
  | keyof typeof INVENTORY
  | keyof typeof MANAGE;
