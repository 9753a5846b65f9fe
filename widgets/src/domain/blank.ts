/** What does not count as an answer. Only ASCII, because Rust and JavaScript disagree about the rest (`forms/src/text.rs`). */
const ENDS = /^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g;

export const trimmed = (text: string): string => text.replace(ENDS, '');
export const isBlank = (text: string): boolean => trimmed(text) === '';
