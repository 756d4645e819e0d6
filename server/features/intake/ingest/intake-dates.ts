const earliest = Date.UTC(2010, 0, 1);
const maxAgeYears = 10;
const aheadMs = 24 * 60 * 60 * 1000;

/** Dates by field, wherever they lie. */
interface Dated {
  readonly date?: string;
  readonly reportedAt?: string;
  readonly approvedAt?: string;
  readonly messages?: readonly Dated[];
  readonly requests?: readonly Dated[];
}

/** What is wrong with the dates of an item that has passed its schema: tables are made for months around now alone. */
export function findForeignDates(item: Dated, now: Date): string[] {
  const first = Math.max(earliest, new Date(now).setUTCFullYear(now.getUTCFullYear() - maxAgeYears));
  return findOutside(item, '', [first, now.getTime() + aheadMs]);
}

function findOutside(item: Dated, prefix: string, [first, last]: readonly [number, number]): string[] {
  const { date, reportedAt, approvedAt, messages = [], requests = [] } = item;
  const reasons: string[] = [];
  for (const [name, text] of Object.entries({ date, reportedAt, approvedAt })) {
    const instant = text === undefined ? first : Date.parse(text);
    if (!(instant >= first)) reasons.push(`${prefix}${name}: This is more than ${maxAgeYears} years ago.`);
    if (instant > last) reasons.push(`${prefix}${name}: This is more than a day ahead.`);
  }
  messages.forEach((message, index) => reasons.push(...findOutside(message, `messages.${index}.`, [first, last])));
  requests.forEach((request, index) => reasons.push(...findOutside(request, `requests.${index}.`, [first, last])));
  return reasons;
}
