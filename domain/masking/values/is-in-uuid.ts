import { uuidPart } from '#contract/uuid.ts';

const uuid = new RegExp(uuidPart, 'i');
const uuidLength = 36;

/** Whether a place is within a UUID, whose digits are no number and no id of a person. */
export function isInUuid(text: string, at: number): boolean {
  // Its dashes are twelve digits apart at most.
  if (!text.slice(Math.max(0, at - 13), at + 13).includes('-')) return false;
  const from = Math.max(0, at - uuidLength + 1);
  const start = uuid.exec(text.slice(from, at + uuidLength))?.index;
  return start !== undefined && from + start <= at && at < from + start + uuidLength;
}
