import { toPlainValue } from './otlp-values.ts';
import type { Value } from './otlp-values.ts';

const cutOffMark = '[truncated by the sender]';

/**
 * SDKs cut attributes at a length, and so JSON in the middle: the whole items of a list that is cut off, and a mark
 * after them. Undefined for anything else.
 */
export function parseCutList(text: string): Value | undefined {
  if (!/^\s*\[\s*\{/.test(text)) return undefined;
  const end = findLastItemEnd(text);
  try {
    const items: unknown[] = end === 0 ? [] : JSON.parse(`${text.slice(0, end)}]`);
    return toPlainValue([...items, { content: cutOffMark }]);
  } catch {
    return undefined;
  }
}

/** Where the last item of the outer list ends that is there as a whole; 0 where none is. */
function findLastItemEnd(text: string): number {
  let depth = 0;
  let end = 0;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (character === '"') position = findStringEnd(text, position);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 1) end = position + 1;
    }
  }
  return end;
}

/** The closing quote, or the end of the text where it is cut off. */
function findStringEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position;
}
