import type { MessagePart } from '#contract/conversations/message-parts.ts';

/** A message as two senders report it, by when and what was said. */
export interface Said {
  readonly atMs: number;
  /** `toSaid` of it. */
  readonly said: string;
}

/** By how much two senders may differ in the time of one message, where their texts differ. */
const sameMs = 2000;
/** By how much, where one text is part of the other, e.g. of a prompt around a question. */
const withinMs = 60_000;
/** Messages of each sender that are compared by time. */
const maxCompared = 200;
/** Characters of a text that is found in another one. */
const leastPart = 3;

/** Who says what: equal for two reports of one message, whatever the spaces in it. */
export function toSaid({
  isAssistant,
  parts,
}: {
  readonly isAssistant: boolean;
  readonly parts: readonly MessagePart[];
}): string {
  const texts = parts.map((part) => (part.type === 'text' ? String(part.value) : JSON.stringify(part)));
  const text = texts.join(' ').normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return `${isAssistant ? 'assistant' : 'user'} ${text}`;
}

/**
 * Finds which messages of one sender another one has said too, each once: with the same text, nearest in time; else at about the same
 * time, of the last 200 of each. The time that it takes follows the number of messages.
 * @returns the index of the message in `kept`, by the index of that in `others`
 */
export function findSaidTwice(kept: readonly Said[], others: readonly Said[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const byTime = sortByTime(kept);
  const bySaid = groupBySaid(kept, byTime);
  const left: number[] = [];
  for (const [index, { said, atMs }] of others.entries()) {
    const [nearest] = takeNearest(kept, bySaid.get(said) ?? [], atMs);
    if (nearest === undefined) left.push(index);
    else pairs.set(index, nearest);
  }
  const used = new Set(pairs.values());
  const free = byTime.filter((index) => !used.has(index)).slice(-maxCompared);
  for (const index of left.slice(-maxCompared)) {
    const other = others[index];
    if (!other) continue;
    const [nearest] = takeNearest(
      kept,
      free.filter((each) => isAlike(kept[each], other)),
      other.atMs,
    );
    if (nearest === undefined) continue;
    pairs.set(index, nearest);
    free.splice(free.indexOf(nearest), 1);
  }
  return pairs;
}

const getTime = (messages: readonly Said[], index: number | undefined) =>
  (index === undefined ? undefined : messages[index]?.atMs) ?? Number.POSITIVE_INFINITY;

/** Finds which messages of one sender another one has said too, where the same is said and at about the same time, each once. */
export function findSaidAtOnce(kept: readonly Said[], others: readonly Said[]): ReadonlyMap<number, number> {
  const bySaid = groupBySaid(kept, sortByTime(kept));
  return new Map(
    [...others.entries()].flatMap(([index, { said, atMs }]) => {
      const sorted = bySaid.get(said) ?? [];
      const place = findNearest(kept, sorted, atMs);
      if (Math.abs(getTime(kept, sorted[place]) - atMs) > sameMs) return [];
      return sorted.splice(place, 1).map((nearest) => [index, nearest] as const);
    }),
  );
}

const sortByTime = (messages: readonly Said[]): number[] =>
  [...messages.keys()].toSorted((one, other) => getTime(messages, one) - getTime(messages, other));

const groupBySaid = (messages: readonly Said[], sorted: readonly number[]): Map<string, number[]> =>
  Map.groupBy(sorted, (index) => messages[index]?.said ?? '');

/** Takes the index of the message nearest to a time out of indexes that are sorted by time. */
const takeNearest = (messages: readonly Said[], sorted: number[], atMs: number): number[] =>
  sorted.splice(findNearest(messages, sorted, atMs), 1);

/** The place in sorted indexes of the message nearest to a time, the earlier one of two. */
function findNearest(messages: readonly Said[], sorted: readonly number[], atMs: number): number {
  const after = findPlace(messages, sorted, atMs);
  const before = getTime(messages, sorted[after - 1]);
  const isBefore = after > 0 && atMs - before <= getTime(messages, sorted[after]) - atMs;
  return isBefore ? findPlace(messages, sorted, before) : after;
}

/** The first place in sorted indexes whose message is not before a time. */
function findPlace(messages: readonly Said[], sorted: readonly number[], atMs: number): number {
  let [first, end] = [0, sorted.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (getTime(messages, sorted[middle]) < atMs) first = middle + 1;
    else end = middle;
  }
  return first;
}

function isAlike(one: Said | undefined, other: Said): boolean {
  const distance = one ? Math.abs(one.atMs - other.atMs) : Number.POSITIVE_INFINITY;
  if (!one || distance > withinMs) return false;
  const end = findRoleEnd(one.said);
  if (end !== findRoleEnd(other.said) || !other.said.startsWith(one.said.slice(0, end))) return false;
  if (distance <= sameMs) return true;
  const [text, otherText] = [one.said.slice(end + 1), other.said.slice(end + 1)];
  const [part, whole] = text.length < otherText.length ? [text, otherText] : [otherText, text];
  return part.length >= leastPart && whole.includes(part);
}

/** The end of `user` or `assistant`, which stands alone where no text is known. */
function findRoleEnd(said: string): number {
  const end = said.indexOf(' ');
  return end === -1 ? said.length : end;
}
