import { uuidPart } from '#contract/uuid.ts';

/** Page key of the mail history: the last mail of the page before. */
export interface MailKey {
  /** ISO 8601 with milliseconds, the precision of the history. */
  readonly date: string;
  readonly id: string;
}

const pattern = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)_(${uuidPart})$`);

export const writeMailKey = ({ date, id }: MailKey): string => `${date}_${id}`;

/** Undefined for an invalid key, such as one with an invalid date. */
export function parseMailKey(text: string): MailKey | undefined {
  const [, date = '', id = ''] = pattern.exec(text) ?? [];
  const instant = Date.parse(date);
  if (Number.isNaN(instant) || new Date(instant).toISOString() !== date) return undefined;
  return { date, id };
}
