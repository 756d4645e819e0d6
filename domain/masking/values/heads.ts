import { toWordClass, type WordClass } from './word-classes.ts';

const evident = new Set<WordClass>(['phone', 'id', 'pass', 'card', 'business', 'person', 'code']);

/** The name of a field as words: `phoneNumber` and `phone_number` are `phone number`. */
export const toHead = (name: string): string =>
  name
    .replaceAll(/[_*]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .trim();

/** The most characters of what is read as the head of a column. */
export const maxHeadLength = 60;

/** The classes of a head's words that say what the values below it are; none for any other head. */
export function listHeadClasses(head: string): WordClass[] {
  if (head.length > maxHeadLength) return [];
  const words = head.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(toWordClass).filter((each) => each !== undefined && evident.has(each)) as WordClass[];
}

export const isEvidentHead = (head: string): boolean => listHeadClasses(head).length > 0;

/** A value below a head is read as behind it. */
export const toBelow = (head: string): string => `${head}: `;
