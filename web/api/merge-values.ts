type Values = Readonly<Record<string, unknown>>;

/**
 * Merges three versions of a form's values: fields that `mine` has changed since `base` stay, all others come from
 * `theirs`. Groups of fields are merged field by field, lists are compared as sets.
 */
export function mergeValues<Merged extends Values>(base: Merged, mine: Merged, theirs: Merged): Merged {
  const merged = Object.keys(mine).map((key) => [key, mergeValue(base[key], mine[key], theirs[key])]);
  return Object.fromEntries(merged) as Merged;
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isGroup(base) && isGroup(mine) && isGroup(theirs)) return mergeValues(base, mine, theirs);
  return isSame(mine, base) ? theirs : mine;
}

function isSame(mine: unknown, base: unknown): boolean {
  if (!Array.isArray(mine) || !Array.isArray(base)) return Object.is(mine, base);
  return mine.length === base.length && mine.every((item) => base.includes(item));
}

function isGroup(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
