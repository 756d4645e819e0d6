/**
 * The specification's date formats (section 9), in fixed English whatever language the browser speaks, in a named IANA
 * zone. Instants are ISO strings, dates or epoch milliseconds; an unreadable one formats as an empty text.
 */
export type Moment = string | number | Date;

interface Parts {
  year: string;
  month: string;
  day: number;
  hour: number;
  minute: string;
  second: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs about a hundred times a format; a table of dates needs only one per zone. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

function findParts(moment: Moment, timeZone: string): Parts | undefined {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return undefined;
  const found = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  return {
    year: found.year ?? '',
    month: found.month ?? '',
    day: Number(found.day),
    hour: Number(found.hour),
    minute: found.minute ?? '',
    second: found.second ?? '',
  };
}

/** 'D MMM YYYY, H:mm:ss', for example '5 Jan 2020, 13:45:00'. */
export function formatDateTime(moment: Moment, timeZone: string): string {
  const parts = findParts(moment, timeZone);
  if (!parts) return '';
  const { day, month, year, hour, minute, second } = parts;
  return `${day} ${month.slice(0, 3)} ${year}, ${hour}:${minute}:${second}`;
}

/** 'H:mm', the time beside a message. */
export function formatTime(moment: Moment, timeZone: string): string {
  const parts = findParts(moment, timeZone);
  return parts ? `${parts.hour}:${parts.minute}` : '';
}

/** 'MMMM Do, YYYY', the date picker's form, for example 'January 5th, 2020'. */
export function formatLongDate(moment: Moment, timeZone: string): string {
  const parts = findParts(moment, timeZone);
  return parts ? `${parts.month} ${toOrdinal(parts.day)}, ${parts.year}` : '';
}

function toOrdinal(day: number): string {
  const teen = day >= 11 && day <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}
