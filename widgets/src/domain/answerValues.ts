// What is a date, a time, a number and a telephone number, as `forms/src/values.rs` says it; both run `forms/vectors`.
type Parts = Record<string, string>;

const SPACE = /^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g;
const DIGIT = '0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f';
const BETWEEN = "[,. '’\\u00a0\\u202f٫]";
const WHOLE = new RegExp(`^[${DIGIT}]{1,4}$`);
const NUMBER = new RegExp(`^[-+−]?(?=.{1,40}$)${BETWEEN}?[${DIGIT}]+(${BETWEEN}[${DIGIT}]+)*$`, 'u');
const PHONE = new RegExp(`^[${DIGIT} +()./-]{0,40}$`);

const trim = (text = ''): string => text.replace(SPACE, '');

function value(text: string): number {
  if (!WHOLE.test(text)) return Number.NaN;
  // The zeros of all these scripts end with the same four bits, but that of Devanagari, which is six off.
  return [...text].reduce((sum, one) => sum * 10 + (((one.codePointAt(0) ?? 0) - (one > '\u0900' ? 6 : 0)) & 15), 0);
}

/** What a part says; `otherwise` where it says nothing, and nothing where that is no number within the bounds. */
function within(part: string | undefined, least: number, most: number, otherwise: number): number | null {
  const text = trim(part);
  const number = text ? value(text) : otherwise;
  return number >= least && number <= most ? number : null;
}

/** Of a day that is not named whole, each part that is there: the 29th of February is a day of some years. */
export function isDate({ Month, Day, Year }: Parts): boolean {
  const month = within(Month, 1, 12, 1);
  const day = within(Day, 1, 31, 1);
  const year = within(Year, 1, 9999, 2000);
  if (month === null || day === null || year === null) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/** Of twelve or of twenty-four hours. */
export const isTime = ({ Hour, Minute, Second }: Parts): boolean =>
  within(Hour, 0, 23, 0) !== null && within(Minute, 0, 59, 0) !== null && within(Second, 0, 59, 0) !== null;

/** Digits, and between them single marks of thousands and decimals. */
export const isNumber = (text: string): boolean => NUMBER.test(trim(text));

/** With or without the sign of a currency. */
export const isAmount = (text: string): boolean => isNumber(trim(text).replace(/^[$€£¥₹₽₩₺₴₪]|[$€£¥₹₽₩₺₴₪]$/, ''));

export const isPhonePart = (text: string): boolean => PHONE.test(trim(text));
