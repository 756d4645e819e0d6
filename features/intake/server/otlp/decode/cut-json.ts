import { hasMoreValues } from '#server/lib/request/json-size.ts';
import { maxValues } from '../limits.ts';
import { toPlainValue, type Value } from './otlp-values.ts';

import { cutOffMark } from '#domain/conversations/batches/cut-off-mark.ts';

/**
 * Parses a JSON list that the SDK truncated with its attribute: the complete items, and a mark after them. Undefined for
 * any other text.
 */
export function parseCutList(text: string): Value | undefined {
  if (!/^\s*\[\s*\{/.test(text) || hasMoreValues(text, maxValues / 10)) return undefined;
  const end = findLastItemEnd(text);
  try {
    const items: unknown[] = end === 0 ? [] : JSON.parse(`${text.slice(0, end)}]`);
    return toPlainValue([...items, { content: cutOffMark }]);
  } catch {
    return undefined;
  }
}

/** The end of the last complete item of the outer list; 0 without one. */
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

/** The position of the closing quote, or the end of a truncated text. */
function findStringEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position;
}
