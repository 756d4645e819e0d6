import type { MessagePart } from '#contract/analytics/message-parts.ts';

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
/** Messages that are compared by time with each one. */
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
 * Finds which messages of one sender another one has said too, each once: with the same text, nearest in time; else at about the same time.
 * @returns the index of the message in `kept`, by the index of that in `others`
 */
export function findSaidTwice(kept: readonly Said[], others: readonly Said[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const bySaid = Map.groupBy(kept.keys(), (index) => kept[index]?.said ?? '');
  for (const [index, { said, atMs }] of others.entries()) {
    const free = bySaid.get(said) ?? [];
    const nearest = findNearest(kept, free, atMs);
    if (nearest === undefined) continue;
    pairs.set(index, nearest);
    free.splice(free.indexOf(nearest), 1);
  }
  const used = new Set(pairs.values());
  const left = [...kept.keys()].filter((index) => !used.has(index)).slice(-maxCompared);
  for (const [index, other] of others.entries()) {
    if (pairs.has(index) || left.length === 0) continue;
    const same = left.filter((each) => isAlike(kept[each], other));
    const nearest = findNearest(kept, same, other.atMs);
    if (nearest === undefined) continue;
    pairs.set(index, nearest);
    left.splice(left.indexOf(nearest), 1);
  }
  return pairs;
}

function findNearest(kept: readonly Said[], indexes: readonly number[], atMs: number): number | undefined {
  const getDistance = (index: number) => Math.abs((kept[index]?.atMs ?? 0) - atMs);
  return indexes.reduce<number | undefined>(
    (best, index) => (best === undefined || getDistance(index) < getDistance(best) ? index : best),
    undefined,
  );
}

function isAlike(one: Said | undefined, other: Said): boolean {
  if (!one) return false;
  const distance = Math.abs(one.atMs - other.atMs);
  const [role = '', ...words] = one.said.split(' ');
  if (distance > withinMs || !other.said.startsWith(`${role} `)) return false;
  if (distance <= sameMs) return true;
  const [text, otherText] = [words.join(' '), other.said.slice(role.length + 1)];
  const [part, whole] = text.length < otherText.length ? [text, otherText] : [otherText, text];
  return part.length >= leastPart && whole.includes(part);
}
