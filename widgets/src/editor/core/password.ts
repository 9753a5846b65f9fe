/** What stands in a field for a password that is kept; the password itself never comes to the editor (E-069). */
export const PASSWORD_MASK = '••••••••';

/** What a password field says to the file: nothing when it still shows the mask, null to take the password away. */
export function passwordChange(field: string): { keep: true } | { set: string } | { remove: true } {
  if (field === PASSWORD_MASK) return { keep: true };
  return field === '' ? { remove: true } : { set: field };
}
