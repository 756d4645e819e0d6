/**
 * Whether a JSON text has more than `limit` values and keys, which is what makes parsing and checking expensive. Counts
 * opening brackets and commas outside strings, without parsing.
 */
export function hasMoreValues(text: string, limit: number): boolean {
  let count = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === quote) position = findClosingQuote(text, position);
    else if (code === comma || code === brace || code === bracket) count += 1;
    if (count > limit) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

/** The position of the closing quote, or the end of a truncated text. */
function findClosingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, position: number): boolean {
  let before = position - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (position - before) % 2 === 0;
}
