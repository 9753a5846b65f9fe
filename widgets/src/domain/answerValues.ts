// What is a date, a time, a number and a telephone number, as `forms/src/values.rs` says it; both run `forms/vectors`.
type Parts = Record<string, string>;

const SPACE = /^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g;
const DIGIT = '0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f';
const WHOLE = new RegExp(`^[${DIGIT}]{1,4}$`);
const NUMBER = new RegExp(`^[-+−]?[,. '’\\u00a0\\u202f٫]?[${DIGIT}]+([,. '’\\u00a0\\u202f٫][${DIGIT}]+)*$`);
const PHONE = new RegExp(`^[-${DIGIT} +()./]*$`);
const LONGEST = 40;

const trim = (text: string): string => text.replace(SPACE, '');
/** How many letters: those beyond the first plane count once, as in Rust. */
const length = (text: string): number => [...text].length;

function value(text: string): number | null {
  const digits = trim(text);
  if (!WHOLE.test(digits)) return null;
  const digit = (one: string) => {
    const code = one.charCodeAt(0);
    return code < 0x660 ? code - 0x30 : (code - (code < 0x900 ? 0x660 : 0x966)) % 16;
  };
  return [...digits].reduce((sum, one) => sum * 10 + digit(one), 0);
}

/** Whether a part says nothing, or a number within the bounds. */
function within(parts: Parts, name: string, least: number, most: number): boolean {
  const text = parts[name] ?? '';
  const number = value(text);
  return trim(text) === '' || (number !== null && number >= least && number <= most);
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Of a day that is not named whole, each part that is there: the 29th of February is a day of some years. */
export function isDate(parts: Parts): boolean {
  if (!within(parts, 'Month', 1, 12) || !within(parts, 'Day', 1, 31) || !within(parts, 'Year', 1, 9999)) return false;
  const part = (name: string, otherwise: number) => value(parts[name] ?? '') ?? otherwise;
  return part('Day', 1) <= daysOf(part('Month', 1), part('Year', 2000));
}

/** Of twelve or of twenty-four hours. */
export const isTime = (parts: Parts): boolean =>
  within(parts, 'Hour', 0, 23) && within(parts, 'Minute', 0, 59) && within(parts, 'Second', 0, 59);

/** Digits, and between them single marks of thousands and decimals. */
export function isNumber(text: string): boolean {
  const number = trim(text);
  return length(number.replace(/^[-+−]/, '')) <= LONGEST && NUMBER.test(number);
}

/** With or without the sign of a currency. */
export const isAmount = (text: string): boolean => isNumber(trim(text).replace(/^[$€£¥₹₽₩₺₴₪]|[$€£¥₹₽₩₺₴₪]$/, ''));

export const isPhonePart = (text: string): boolean => length(text) <= LONGEST && PHONE.test(trim(text));
