import pg from 'pg';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

const digitAt = (text: string, at: number) => text.charCodeAt(at) - 48;
const numberAt = (text: string, at: number) => digitAt(text, at) * 10 + digitAt(text, at + 1);

/**
 * A timestamptz as PostgreSQL writes it, to the millisecond. Of the years 1000 to 9999 and in UTC, as nearly all are, in a fifth
 * of the time of the general parser, which is a quarter of a long download.
 */
export function parseInstant(text: string): Date {
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  const isUsual = text.charAt(0) !== '0' && text.charAt(4) === '-' && text.charAt(10) === ' ' && text.endsWith('+00');
  if (!isUsual) return parseAny(text);
  const end = text.length - '+00'.length;
  let milliseconds = 0;
  for (let at = 20, worth = 100; at < end && worth >= 1; at += 1, worth /= 10)
    milliseconds += digitAt(text, at) * worth;
  const year = numberAt(text, 0) * 100 + numberAt(text, 2);
  const minute = Date.UTC(year, numberAt(text, 5) - 1, numberAt(text, 8), numberAt(text, 11), numberAt(text, 14));
  return new Date(minute + numberAt(text, 17) * 1000 + milliseconds);
}
