const openings: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const wholeString = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;

/**
 * Reads JSON that a program has cut: the values before the cut that are whole, with the lists and objects around them closed.
 * Undefined where none is.
 */
export function parseCutJson(text: string): unknown {
  const closings: string[] = [];
  let whole: { readonly at: number; readonly end: string } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at] ?? '';
    if (unit === '"') {
      wholeString.lastIndex = at;
      if (!wholeString.test(text)) break;
      at = wholeString.lastIndex - 1;
    } else if (openings[unit] !== undefined) {
      closings.push(openings[unit]);
    } else if (unit === '}' || unit === ']') {
      closings.pop();
      if (closings.at(-1) === ']') whole = { at: at + 1, end: closings.toReversed().join('') };
    }
  }
  try {
    return whole && (JSON.parse(text.slice(0, whole.at) + whole.end) as unknown);
  } catch {
    return undefined;
  }
}
