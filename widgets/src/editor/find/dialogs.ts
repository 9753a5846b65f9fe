// Both are opened by a key and are small: one part that comes later instead of two.
export { FindDialog } from './FindDialog.tsx';
export { KeysDialog } from './KeysDialog.tsx';
