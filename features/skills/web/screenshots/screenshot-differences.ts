import { findPicture } from './screenshot-kind.ts';

/** Describes two lists of screenshots: the number in each, and those that the other list lacks. */
export function describeScreenshots(theirs: readonly string[], yours: readonly string[]) {
  return { theirs: describe(theirs, yours), yours: describe(yours, theirs) };
}

function describe(list: readonly string[], other: readonly string[]): string {
  const onlyHere = list.flatMap((address, place) => (other.includes(address) ? [] : name(address, place)));
  const count = countOf(list.length);
  if (onlyHere.length > 0) return [`${count}, ${toShare(onlyHere.length, list.length)}:`, ...onlyHere].join('\n');
  if (list.length === 0) return count;
  return list.length === other.length ? `${count}, in another order` : `${count}, all also in the other version`;
}

const countOf = (count: number) => (count === 0 ? 'No screenshots' : `${count} screenshot${count === 1 ? '' : 's'}`);

function toShare(part: number, whole: number): string {
  if (part === whole) return 'not in the other version';
  return part === 1 ? 'one not in the other version' : `${part} not in the other version`;
}

/** Names an uploaded screenshot by its place, because its key says nothing. */
function name(address: string, place: number): string {
  const picture = findPicture(address);
  return picture && 'key' in picture ? `Uploaded image (number ${place + 1})` : address;
}
