// Asks the reference library (npm @phensley/cldr) and writes the answers that the test compares with:
//
//   npm install @phensley/cldr@1.14.0          (anywhere)
//   node ask.cjs <folder that holds node_modules> answers.jsonl.deflate [all]
//
// Of the whole matrix every eleventh question is kept, chosen by the question's own hash; `all` keeps every one.
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const crypto = require('crypto');

const [, , root, out, all] = process.argv;
const { CLDRFramework } = require(path.join(root, 'node_modules/@phensley/cldr'));
const packs = path.join(root, 'node_modules/@phensley/cldr/packs');
const loader = (tag) => {
  const language = CLDRFramework.resolveLocale(tag).tag.language();
  return fs.readFileSync(path.join(packs, `${language}.json`), 'utf8');
};
const framework = new CLDRFramework({ loader });

const LOCALES = [
  'af', 'am', 'ar', 'ar-MA', 'bg', 'bn', 'ca', 'cs', 'cy', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en', 'en-AU', 'en-CA', 'en-GB',
  'en-IE', 'en-IN', 'en-ZA', 'es', 'es-419', 'es-AR', 'es-MX', 'es-US', 'et', 'eu', 'fa', 'fi', 'fil', 'fr', 'fr-BE', 'fr-CA',
  'fr-CH', 'ga', 'gl', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'it-CH', 'ja', 'ka', 'kk', 'km', 'ko', 'lt', 'lv', 'mk',
  'mr', 'ms', 'my', 'nb', 'ne', 'nl', 'nl-BE', 'pa', 'pl', 'pt', 'pt-PT', 'ro', 'ru', 'si', 'sk', 'sl', 'sq', 'sr', 'sr-Latn', 'sv',
  'sw', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'uz', 'vi', 'zh', 'zh-Hant', 'zh-Hant-HK', 'zu',
];

const NUMBERS = [
  '0', '1', '2.50', '-7', '0.25', '9.996', '42.195', '950', '1045', '8000.5', '-26543.21', '314159', '999950', '4500000.75',
  '-77000000', '2999999999', '123456789012345678', '0.00071',
];
const NUMBER_OPTIONS = [
  {}, { group: false }, { style: 'short' }, { style: 'long' }, { style: 'percent' }, { style: 'percent-scaled' },
  { style: 'permille' }, { style: 'permille-scaled' }, { style: 'scientific' }, { maximumFractionDigits: 0 },
  { minimumFractionDigits: 3 }, { minimumFractionDigits: 1, maximumFractionDigits: 2, round: 'up' },
  { minimumIntegerDigits: 4, maximumFractionDigits: 1 }, { maximumSignificantDigits: 2 },
  { minimumSignificantDigits: 4, maximumSignificantDigits: 6 }, { style: 'short', maximumFractionDigits: 1 },
  { style: 'long', minimumSignificantDigits: 2, maximumSignificantDigits: 3 }, { style: 'percent', maximumFractionDigits: 1 },
  { round: 'floor', maximumFractionDigits: 1 }, { round: 'half-up', maximumFractionDigits: 1 },
  { round: 'ceiling', maximumFractionDigits: 1 }, { style: 'scientific', maximumFractionDigits: 3 },
];

const CURRENCIES = [
  'EUR', 'USD', 'AUD', 'NOK', 'CAD', 'NZD', 'DKK', 'GBP', 'HKD', 'CHF', 'MXN', 'SGD', 'SEK', 'CZK', 'ILS', 'PHP', 'RUB', 'PLN',
  'THB', 'MYR', 'ARS', 'BRL', 'COP', 'IDR', 'INR', 'JPY', 'ZAR', 'KWD', 'CLP',
];
const AMOUNTS = ['0.5', '1', '-19.99', '2499', '87654.325', '12000000'];
const MONEY_OPTIONS = [
  {}, { style: 'accounting' }, { style: 'code' }, { style: 'name' }, { style: 'short' }, { symbolWidth: 'narrow' },
  { group: false, maximumFractionDigits: 0 }, { minimumFractionDigits: 3 }, { style: 'short', maximumFractionDigits: 1 },
  { round: 'down', maximumFractionDigits: 1 }, { style: 'accounting', symbolWidth: 'narrow' },
];

const MOMENTS = [
  [946684799999, 'Europe/London'], [1234567890000, 'America/Los_Angeles'], [1583652600000, 'America/New_York'],
  [1640995200000, 'Asia/Shanghai'], [1656633600000, 'Europe/Paris'], [1709164800000, 'Australia/Adelaide'],
  [1719999000000, 'Asia/Kolkata'], [1735732800000, 'UTC'], [-2208988800000, 'America/Sao_Paulo'],
];
const WIDTHS = ['short', 'medium', 'long', 'full'];
const SKELETONS = [
  'y', 'yM', 'yMd', 'yMMM', 'yMMMd', 'yMMMEd', 'yMMMM', 'yMMMMd', 'yMMMMEEEEd', 'MMM', 'MMMd', 'MMMMd', 'MMMEd', 'Md', 'MEd', 'd',
  'Ed', 'E', 'EEEE', 'GyMMMd', 'yQQQ', 'yQQQQ', 'yw', 'h', 'hm', 'hms', 'H', 'Hm', 'Hms', 'jm', 'Jm', 'Bhm', 'Ehm', 'EHms', 'hmz',
  'Hmv', 'hmzzzz', 'HmO', 'yMdjm', 'yMMMEdHm', 'MMMMdhms', 'yyMMdd', 'ddMMM', 'msSSS', 'VVVV', 'XXX',
];
const DATE_OPTIONS = [
  {}, ...WIDTHS.map((date) => ({ date })), ...WIDTHS.map((time) => ({ time })), ...WIDTHS.map((datetime) => ({ datetime })),
  { date: 'short', time: 'full' }, { date: 'full', time: 'medium', wrap: 'short' }, { date: 'medium', skeleton: 'hm' },
  { time: 'short', skeleton: 'yMMMd' }, ...SKELETONS.map((skeleton) => ({ skeleton })),
  { date: 'full', context: 'begin-sentence' }, { skeleton: 'LLLL', context: 'standalone' },
  { skeleton: 'MMMM', context: 'ui-list-or-menu' }, { date: 'long', ca: 'buddhist' }, { date: 'full', ca: 'japanese' },
  { date: 'medium', ca: 'persian' }, { date: 'long', ca: 'iso8601' },
];

const HOUR = 3600e3;
const DAY = 24 * HOUR;
const START = 1583652600000;
const LENGTHS = [900, 25 * 60e3, 2 * HOUR, 13 * HOUR, 2 * DAY, 11 * DAY, 70 * DAY, 700 * DAY];
const INTERVAL_OPTIONS = [
  {}, ...['y', 'yMMM', 'yMMMM', 'yMMMd', 'yMMMMd', 'yMd', 'MMMd', 'Md', 'd', 'yMMMEd', 'GyMMMd', 'h', 'hm', 'H', 'Hm', 'Bhm', 'hmv',
    'ms', 'yMMMdjm'].map((skeleton) => ({ skeleton })),
  { date: 'yMMMEd' }, { time: 'Hm' }, { date: 'MMMd', time: 'hm' }, { skeleton: 'EEEEMMMMd', context: 'begin-sentence' },
];

const DISTANCES = [
  0, 400, -1500, 50e3, -100e3, 35 * 60e3, -3 * HOUR, 20 * HOUR, -30 * HOUR, 2 * DAY, -2 * DAY, 5 * DAY, 14 * DAY, -7 * DAY, 40 * DAY,
  -100 * DAY, 366 * DAY, -800 * DAY, 5000 * DAY,
];
const RELATIVE_OPTIONS = [
  {}, { width: 'short' }, { width: 'narrow' }, { numericOnly: true }, { numericOnly: true, alwaysNow: true }, { allowWeeks: true },
  { allowWeeks: true, dayOfWeek: true }, { context: 'begin-sentence' }, { context: 'standalone' }, { field: 'day' },
  { field: 'week', maximumFractionDigits: 1 }, { field: 'month', maximumFractionDigits: 2 }, { field: 'year', numericOnly: true },
  { field: 'hour', group: false }, { field: 'minute' },
];

function* questions(locale) {
  for (const n of NUMBERS) {
    yield { locale, api: 'plural', n };
    yield { locale, api: 'ordinal', n };
    for (const opts of NUMBER_OPTIONS) yield { locale, api: 'formatDecimal', n, opts };
  }
  for (let n = 0; n <= 120; n++) {
    yield { locale, api: 'plural', n: String(n) };
    yield { locale, api: 'ordinal', n: String(n) };
  }
  for (const n of AMOUNTS) {
    for (const code of CURRENCIES) for (const opts of MONEY_OPTIONS) yield { locale, api: 'formatCurrency', n, code, opts };
  }
  for (const [date, zone] of MOMENTS) {
    for (const opts of DATE_OPTIONS) yield { locale, api: 'formatDate', date, zone, opts: { ca: 'gregory', ...opts } };
  }
  for (const length of LENGTHS) {
    for (const opts of INTERVAL_OPTIONS) {
      const when = { date: START, end: START + length, zone: 'America/New_York' };
      yield { locale, api: 'formatDateInterval', ...when, opts: { ca: 'gregory', ...opts } };
    }
  }
  for (const distance of DISTANCES) {
    for (const opts of RELATIVE_OPTIONS) {
      const when = { date: START, end: START + distance, zone: 'UTC' };
      yield { locale, api: 'formatRelativeTime', ...when, opts: { ca: 'gregory', ...opts } };
    }
  }
}

function answer(question) {
  const { locale, api, n, code, date, end, zone, opts } = question;
  const { Numbers, Calendars } = framework.get(locale);
  const at = (date) => ({ date, zoneId: zone });
  switch (api) {
    case 'plural': return Numbers.getPluralCardinal(n);
    case 'ordinal': return Numbers.getPluralOrdinal(n);
    case 'formatDecimal': return Numbers.formatDecimal(n, opts);
    case 'formatCurrency': return Numbers.formatCurrency(n, code, opts);
    case 'formatDate': return Calendars.formatDate(at(date), opts);
    case 'formatDateInterval': return Calendars.formatDateInterval(at(date), at(end), opts);
    case 'formatRelativeTime': return Calendars.formatRelativeTime(at(date), at(end), opts);
  }
}

// Questions with a deliberate difference that the choice by hash might lose.
const PINNED = [
  ({ locale, opts }) => locale === 'zu' && opts.skeleton === 'yw',
  ({ locale, opts }) => locale === 'si' && opts.style === 'scientific',
  ({ locale, opts }) => ['en-IE', 'en-ZA'].includes(locale) && opts.ca === 'japanese',
  ({ locale, opts }) => ['th', 'fa'].includes(locale) && opts.ca === 'iso8601',
];

const kept = (question) => {
  if (all || (question.opts && PINNED.some((pinned) => pinned(question)))) return true;
  const hash = crypto.createHash('sha256').update(JSON.stringify(question)).digest();
  return hash.readUInt16BE(0) % 11 === 0;
};

const lines = [];
for (const locale of LOCALES) {
  for (const question of questions(locale)) {
    if (kept(question)) lines.push(JSON.stringify({ ...question, out: answer(question) }));
  }
}
const packed = zlib.deflateRawSync(lines.join('\n') + '\n', { level: 9 });
fs.writeFileSync(out, out.endsWith('.jsonl') ? lines.join('\n') + '\n' : packed);
console.log(`${lines.length} answers of ${LOCALES.length} locales in ${packed.length} bytes`);
