import { foldText } from '#contract/fold-text.ts';

/** From so many different names on, a text lists skills; fewer are what was said about them. */
const leastNames = 3;

/** Between the items of a list within a line: `Payslip, Stock check and Timesheet`. */
const between = /[,;•|:]|\s(?:and|or|und|oder|ja|või)\s/giu;

/** Marks before the item of a list, and those around it. */
const marks = /^[\s*_`>#–—•·-]*(?:\d{1,2}[.)]\s+)?[\s*_`"'“„]*|[\s*_`"'”.!?]+$/gu;

/** A name at the start of a line, with what it does behind it. */
const described = /^(.+?)[*_`\s]*(?::[*_`]*|\s[–—-])\s/u;

const toKey = (item: string) => foldText(item.replaceAll(marks, ''));

/**
 * Leaves out of texts the skills that they list, because an assistant that recites in words what it can do would be found by every
 * name in it. An item is a name and nothing else, or begins a line that describes it. All else in the text stays, also what stands
 * behind a name: it can be what the skill found.
 */
export function createRecitalFilter(names: readonly string[]): (text: string) => string {
  const keys = new Set(names.map(toKey).filter(Boolean));
  const longest = Math.max(0, ...names.map(({ length }) => length)) + 12;
  const findName = (item: string) => {
    if (item.length > longest) return undefined;
    const key = toKey(item);
    return keys.has(key) ? key : undefined;
  };
  const readLine = (line: string, found: Set<string>): string => {
    const [start = '', begin = ''] = described.exec(line.slice(0, longest)) ?? [];
    const whole = findName(line);
    const first = whole ?? findName(begin);
    if (first !== undefined) {
      found.add(first);
      return whole === undefined ? line.slice(start.length) : '';
    }
    const items = line.split(between);
    const rest = items.filter((item) => {
      const name = findName(item);
      if (name !== undefined) found.add(name);
      return name === undefined;
    });
    return rest.length === items.length ? line : rest.join(' ');
  };
  if (keys.size < leastNames) return (text) => text;
  return (text) => {
    const found = new Set<string>();
    const rest = text.split('\n').map((line) => readLine(line, found));
    return found.size < leastNames ? text : rest.filter((line) => line.trim() !== '').join('\n');
  };
}
