import { dateFormats, type DateFormat } from '#features/imports/contract/import-settings.ts';
import { readNumber } from './date-numbers.ts';
import { listInstants, type WrittenDate } from './local-times.ts';
import { findMonth } from './month-names.ts';
import { toUsualForm } from './written-forms.ts';
import { findOffsetMs } from './zone-offsets.ts';

const clock = String.raw`(?<hour>\d\d?)[:.h](?<minute>\d\d)(?:[:.](?<second>\d\d)(?:[.,:](?<part>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.? ?(?:[Mm]\.?)?)?(?: ?(?:Uhr|h))?`;
const zone = String.raw`(?: ?(?<zone>[Zz]|[+-]\d\d?(?::?\d\d){0,2}|(?:UTC|GMT)(?: ?[+-]\d\d?(?::?\d\d)?)?|[A-Z]{3,5}|[A-Z][A-Za-z_]+/[A-Z][A-Za-z_/]+))?`;
const time = String.raw`(?:(?:[Tt:]|,? (?:at |um |kell |klo |à )?|, ?|-(?=\d\d\.\d\d\.))${clock})?${zone}`;
const year = String.raw`'?(?<year>\d{4}|\d\d)`;
const day = String.raw`(?<one>\d\d?)(?:st|nd|rd|th|\.)?`;
const word = String.raw`(?<name>\p{L}[\p{L}\p{M}]{2,}\.?|\p{Lo}[\p{Lo}\p{M}]?\.\p{Lo}[\p{Lo}\p{M}]?\.)`;
const between = String.raw`(?: de | of |[ ,./-]{1,2})`;

const yearFirst = new RegExp(String.raw`^(?<year>\d{4})[-/.](?<two>\d\d?)[-/.](?<one>\d\d?)\.?${time}$`, 'u');
const basic = new RegExp(
  String.raw`^(?<year>(?:19|20)\d\d)(?<two>\d\d)(?<one>\d\d)(?:[Tt ]?(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]?(?<part>\d{1,9}))?)?)?${zone}$`,
  'u',
);
const yearLast = new RegExp(String.raw`^(?<one>\d\d?)[-/.] ?(?<two>\d\d?)[-/.] ?(?<year>\d{4}|\d\d)\.?${time}$`, 'u');
/** Orders of a date with the name of its month: `31. dets 2025`, `Dec 31, 2025`, `2025-Dec-31`, `Dec 31 21:25:58 EET 2025`. */
const named = [
  String.raw`^${day}${between}${word}${between}${year}${time}$`,
  String.raw`^${word}${between}${day}${between}${year}${time}$`,
  String.raw`^${year}${between}${word}${between}${day}${time}$`,
  String.raw`^${word} +${day} ${clock}${zone} ${year}$`,
].map((pattern) => new RegExp(pattern, 'u'));

/** Removes what programs put around a date: brackets, marks of direction, a day of the week, the long name of the zone. */
function bare(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[\u2010-\u2014\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^ ?'?\[?\(? ?/, '')
    .replace(/ ?\[[A-Z]\w+\/[\w/]+\]$/, '')
    .replace(/ ?(?:\([^()]*\)?|\]) ?$/, '')
    .replace(/([+-]\d{4}) [A-Z]{3,5}\b.*$/, '$1')
    .replace(/(\d{4})\.? ?[aг]\.,?(?= |$)/, '$1')
    .replace(/^(\p{L}{1,12})\.?,? (?=\d|\p{L}{3,}\.? \d)/u, (all, first: string) =>
      findMonth(first) === undefined ? '' : all,
    )
    .trim();
}

const timeFirst = new RegExp(String.raw`^(?<time>${clock.replaceAll(/\?<\w+>/g, '?:')}),? (?<date>\D*\d.*)$`, 'u');

/** By the clock of a zone that is not written, or with it; undefined where the text is no date of this format. */
export function readDate(text: string, format: DateFormat): WrittenDate | undefined {
  return readStrictly(text, format) ?? readOthers(text, format);
}

/** Reads formats that cannot be mistaken in a column of another format too, because programs mix formats in one column. */
function readOthers(text: string, format: DateFormat): WrittenDate | undefined {
  const others = (['iso', 'named'] as const).filter((each) => each !== format);
  for (const other of others) {
    const found = readStrictly(text, other);
    if (found) return found;
  }
  return undefined;
}

type Reader = (text: string) => WrittenDate | undefined;

const readYearFirst: Reader = (text) => {
  const found = (yearFirst.exec(text) ?? basic.exec(text))?.groups;
  return found && toWritten(found, Number(found['two']) - 1, Number(found['one']));
};
const readDayFirst: Reader = (text) => {
  const found = yearLast.exec(text)?.groups;
  return found && toWritten(found, Number(found['two']) - 1, Number(found['one']));
};
const readMonthFirst: Reader = (text) => {
  const found = yearLast.exec(text)?.groups;
  return found && toWritten(found, Number(found['one']) - 1, Number(found['two']));
};
const readNamed: Reader = (text) => {
  for (const pattern of named) {
    const found = pattern.exec(text)?.groups;
    const month = found && findMonth(found['name'] ?? '');
    if (month !== undefined) return toWritten(found ?? {}, month, Number(found?.['one']));
  }
  return undefined;
};

const readers: Partial<Record<DateFormat, Reader>> = {
  iso: readYearFirst,
  'day-first': readDayFirst,
  'month-first': readMonthFirst,
  named: readNamed,
};

function readStrictly(text: string, format: DateFormat): WrittenDate | undefined {
  const read = readers[format];
  if (!read) return readNumber(text, format) ?? readNumber(toUsualForm(text), format);
  const plain = read(text);
  if (plain) return plain;
  return readStripped(bare(text), read) ?? readStripped(bare(toUsualForm(text)), read);
}

function readStripped(stripped: string, read: Reader): WrittenDate | undefined {
  if (!/\d/.test(stripped)) return undefined;
  const turned = timeFirst.exec(stripped)?.groups;
  return read(stripped) ?? (turned && read(`${turned['date']} ${turned['time']}`));
}

type Groups = Readonly<Record<string, string | undefined>>;

function toWritten(groups: Groups, month: number, dayOfMonth: number): WrittenDate | undefined {
  const { year: years = '', part = '', half } = groups;
  const hour = toHour(toNumber(groups['hour']), half);
  const [minute, second] = [toNumber(groups['minute']), toNumber(groups['second'])];
  const fullYear = toGregorian(Number(years) + (years.length === 2 ? 2000 : 0));
  // `Date.UTC` takes the first hundred years for those after 1900.
  if (fullYear < 100) return undefined;
  const start = Date.UTC(fullYear, month, dayOfMonth);
  const isDay = new Date(start).getUTCMonth() === month && new Date(start).getUTCDate() === dayOfMonth;
  if (!isDay || !isTime(hour, minute, second)) return undefined;
  const clockMs = start + ((hour * 60 + minute) * 60 + second) * 1000 + Number(part.padEnd(3, '0').slice(0, 3));
  return withZone(clockMs, groups['zone']);
}

/** Years of Thailand's calendar, which no log has otherwise. */
const toGregorian = (written: number): number => (written >= 2500 && written < 2700 ? written - 543 : written);

const toNumber = (digits: string | undefined): number => Number(digits ?? 0);

/** Midnight is the end of a day too, and a leap second the end of a minute. */
const isTime = (hour: number, minute: number, second: number): boolean =>
  (hour < 24 || (hour === 24 && minute === 0)) && minute < 60 && second <= 60;

function withZone(clockMs: number, written: string | undefined): WrittenDate | undefined {
  if (written === undefined) return { clock: clockMs };
  if (written.includes('/')) return { clock: clockMs, zone: written };
  const offsetMs = findOffsetMs(written);
  return offsetMs === undefined ? undefined : { clock: clockMs, offsetMs };
}

/** 12 AM is the first hour of the day, 12 PM the thirteenth. */
function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** Milliseconds since 1970; undefined where the text is no date of this format. `zone`: of dates that name none. */
export function parseDate(text: string, format: DateFormat, zoneName: string): number | undefined {
  const written = readDate(text, format);
  return written && listInstants(written, zoneName)[0];
}

const dayMs = 86_400_000;
const yearMs = 366 * dayMs;

interface Fit {
  readonly format: DateFormat;
  readonly count: number;
  /** How far it is from each date to the next one: a log read in the wrong order of day and month jumps by months. */
  readonly jumps: number;
}

/**
 * The formats in which most of these texts are dates that logs have, the likeliest first. Of two orders of day and month that fit
 * equally, the one in which the rows follow each other; else the day first, unless the clock has halves as in the USA. Dots between
 * them mean the day first.
 */
export function findDateFormats(texts: readonly string[], now: Date): DateFormat[] {
  const isKept = (ms: number) => ms > now.getTime() - 11 * yearMs && ms < now.getTime() + 2 * dayMs;
  const fitting = listFits(texts, isKept);
  const fits = fitting.length > 0 ? fitting : listFits(texts, () => true);
  const most = Math.max(...fits.map(({ count }) => count));
  const isAmerican = texts.some((text) => /\/.*[ap]\.?m/i.test(text));
  const rank = ({ format }: Fit) => (isAmerican && format === 'month-first' ? -1 : dateFormats.indexOf(format));
  return fits
    .filter(({ count }) => count === most)
    .toSorted((one, other) => one.jumps - other.jumps || rank(one) - rank(other))
    .map(({ format }) => format);
}

/** `03.02.2026`: dots stand behind the day, unless the second number is no month. */
const isDotted = (text: string): boolean => /^\D{0,12}\d\d?\. ?\d\d?\. ?(?:\d{4}|\d\d)(?!\d)/u.test(text);

function isDayFirst(texts: readonly string[]): boolean {
  const dates = texts.filter((text) => readStrictly(text, 'day-first') ?? readStrictly(text, 'month-first'));
  return dates.length > 0 && dates.every((text) => isDotted(text) && readStrictly(text, 'day-first'));
}

function listFits(texts: readonly string[], isKept: (ms: number) => boolean): Fit[] {
  const formats = isDayFirst(texts) ? dateFormats.filter((format) => format !== 'month-first') : dateFormats;
  return formats.flatMap((format): Fit[] => {
    const dates = texts.flatMap((text) => readStrictly(text, format)?.clock ?? []).filter(isKept);
    const jumps = dates.slice(1).reduce((sum, date, place) => sum + Math.abs(date - (dates[place] ?? date)), 0);
    return dates.length === 0 ? [] : [{ format, count: dates.length, jumps }];
  });
}
