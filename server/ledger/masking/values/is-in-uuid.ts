import { uuidPart } from '#contract/uuid.ts';

const uuid = new RegExp(uuidPart, 'i');
const uuidLength = 36;

/** Whether a place is within a UUID, whose digits are no number and no id of a person. */
export function isInUuid(text: string, at: number): boolean {
  const from = Math.max(0, at - uuidLength + 1);
  const start = uuid.exec(text.slice(from, at + uuidLength))?.index;
  return start !== undefined && from + start <= at && at < from + start + uuidLength;
}
