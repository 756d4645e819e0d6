import type { DateFormat } from '#contract/intake/import-settings.ts';
import { dateFormats } from '#contract/intake/import-settings.ts';
import { fromClock } from '#contract/calendar/zones.ts';

const time = String.raw`(?:[T ,]+(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<part>\d{1,9}))?)?\s*(?<half>[AaPp])?\.?(?:[Mm]\.?)?)?`;
const offset = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?`;
const yearFirst = new RegExp(String.raw`^(?<year>\d{4})[-/.](?<two>\d\d?)[-/.](?<one>\d\d?)${time}${offset}$`);
const yearLast = new RegExp(String.raw`^(?<one>\d\d?)[-/.](?<two>\d\d?)[-/.](?<year>\d{4}|\d\d)${time}${offset}$`);

/** Milliseconds since 1970; undefined where the text is no date of this format. `zone`: of dates that name none. */
export function parseDate(text: string, format: DateFormat, zone: string): number | undefined {
  const trimmed = text.trim();
  if (format === 'seconds')
    return /^\d{1,11}(?:\.\d+)?$/.test(trimmed) ? Math.round(Number(trimmed) * 1000) : undefined;
  if (format === 'milliseconds') return /^\d{11,14}$/.test(trimmed) ? Number(trimmed) : undefined;
  const found = (format === 'iso' ? yearFirst : yearLast).exec(trimmed)?.groups;
  return found && toInstant(found, format === 'month-first', zone);
}

type Groups = Readonly<Record<string, string | undefined>>;

function toInstant(groups: Groups, isMonthFirst: boolean, zone: string): number | undefined {
  const { one, two, year, minute, second, part = '', half } = groups;
  const [day, month] = isMonthFirst ? [Number(two), Number(one)] : [Number(one), Number(two)];
  const fullYear = Number(year) + (year?.length === 2 ? 2000 : 0);
  const hour = toHour(Number(groups['hour'] ?? 0), half);
  const milliseconds = Number(part.padEnd(3, '0').slice(0, 3));
  const clock = Date.UTC(fullYear, month - 1, day, hour, Number(minute ?? 0), Number(second ?? 0), milliseconds);
  const made = new Date(clock);
  const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === day && hour < 24 && Number(minute ?? 0) < 60;
  if (!isReal) return undefined;
  const named = groups['zone'];
  return named === undefined ? fromClock(clock, zone) : clock - toOffsetMs(named);
}

/** 12 AM is the first hour of the day, 12 PM the thirteenth. */
function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function toOffsetMs(named: string): number {
  const found = /^(?<sign>[+-])(?<hours>\d\d):?(?<minutes>\d\d)$/.exec(named)?.groups;
  const minutes = Number(found?.['hours'] ?? 0) * 60 + Number(found?.['minutes'] ?? 0);
  return (found?.['sign'] === '-' ? -minutes : minutes) * 60_000;
}

/** The formats in which most of these texts are dates; day before month where both do equally. */
export function findDateFormats(texts: readonly string[]): DateFormat[] {
  const counted = dateFormats.map((format) => ({
    format,
    count: texts.filter((text) => parseDate(text, format, 'UTC') !== undefined).length,
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  return counted.flatMap(({ format, count }) => (count > 0 && count === most ? [format] : []));
}
