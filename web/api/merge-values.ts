type Values = Readonly<Record<string, unknown>>;

/**
 * Three versions of a form's values become one: what the person has changed since `base` stays, everything else is as
 * somebody else has saved it meanwhile. Groups of fields are looked at field by field, lists as sets.
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
