import { uuidPart } from '../uuid.ts';

/** Where a page of the history goes on: the place of the last mail before it. */
export interface MailKey {
  /** ISO 8601 with milliseconds, as fine as the history keeps it. */
  readonly date: string;
  readonly id: string;
}

const pattern = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)_(${uuidPart})$`);

export const writeMailKey = ({ date, id }: MailKey): string => `${date}_${id}`;

/** Undefined for what no page has ever answered, such as a day that the calendar has not. */
export function readMailKey(text: string): MailKey | undefined {
  const [, date = '', id = ''] = pattern.exec(text) ?? [];
  const instant = Date.parse(date);
  if (Number.isNaN(instant) || new Date(instant).toISOString() !== date) return undefined;
  return { date, id };
}
