const maxDepth = 32;

/**
 * Why a parsed value can not be kept, whatever it means: nested too deeply for what will walk through it, or with
 * text that PostgreSQL does not take. Does not recurse. Undefined where there is nothing wrong.
 */
export function findUnstorable(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `This is nested more than ${maxDepth} levels deep.`;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' ? isUnstorable(each) : !addChildren(each, next)) {
        return 'Text may hold neither the character NUL nor half of a surrogate pair.';
      }
    }
    level = next;
  }
  return undefined;
}

const isUnstorable = (text: string) => text.includes('\u0000') || !text.isWellFormed();

/** False where the name of a field can not be stored. */
function addChildren(value: unknown, children: unknown[]): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) children.push(item);
    return true;
  }
  for (const key of Object.keys(value)) {
    if (isUnstorable(key)) return false;
    children.push((value as Record<string, unknown>)[key]);
  }
  return true;
}
