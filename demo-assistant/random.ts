/** A pseudo-random generator: the same seed gives the same values on every machine. */
export interface Random {
  /** From 0 to 1, without 1. */
  fraction(): number;
  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** `weightOf` is the relative frequency of an item. */
  pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
}

export function createRandom(seed: string): Random {
  let state = hash(seed);
  // Mulberry32: fast, and random enough for a demo.
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    int,
    chance: (share) => fraction() < share,
    pick: (items) => at(items, int(0, items.length - 1)),
    pickWeighted: (items, weightOf) => {
      let rest = fraction() * items.reduce((sum, item) => sum + weightOf(item), 0);
      const index = items.findIndex((item) => (rest -= weightOf(item)) < 0);
      return at(items, index === -1 ? items.length - 1 : index);
    },
  };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to draw from');
  return item;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}
