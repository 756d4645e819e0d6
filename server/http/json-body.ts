import { hasMoreValues } from '../lib/request/json-size.ts';
import { Problem } from '../lib/request/problem.ts';
import { decodeText, isStorable, mendTexts } from '../lib/storable-text.ts';

const maxDepth = 32;
/** Values and keys of a body, which is what makes checking it expensive. */
const maxValues = 20_000;

/** `mended`: texts that are cut within a character are kept with U+FFFD, as assistants send them. */
export type TextRule = 'strict' | 'mended';

/**
 * Parses a JSON body more strictly than `JSON.parse`: valid UTF-8, no duplicate or prototype keys, no NUL, no lone
 * surrogates, at most 32 levels and 20,000 values. Not recursive, so that deep input can not exhaust the stack.
 * @throws Problem `request.malformed`, `request.too-large`
 */
export function parseJsonBody(bytes: Uint8Array, rule: TextRule = 'strict'): unknown {
  const { text, isDamaged } = decodeText(bytes);
  if (isDamaged && rule === 'strict') throw malformed('not UTF-8');
  if (hasMoreValues(text, maxValues)) throw new Problem('request.too-large', { detail: 'too many values' });
  const value = parse(text);
  const isWhole = checkObjects(text);
  if (isWhole && !isDamaged) return value;
  if (rule === 'strict') throw malformed('NUL or a lone surrogate');
  return isWhole ? value : mendTexts(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed('not JSON', cause);
  }
}

/**
 * One pass over valid JSON, with a stack of the keys of open objects, which refuses depth and duplicate keys.
 * @returns whether all texts can be stored
 */
function checkObjects(text: string): boolean {
  let isWhole = true;
  const keysOfOpenObjects: Array<Set<string> | undefined> = [];
  let position = 0;
  while (position < text.length) {
    const character = text[position];
    if (character === '"') {
      const end = findStringEnd(text, position);
      const string: string = JSON.parse(text.slice(position, end));
      isWhole &&= isStorable(string);
      const keys = keysOfOpenObjects.at(-1);
      if (keys && isFollowedByColon(text, end)) addKey(keys, string);
      position = end;
      continue;
    }
    if (character === '{') keysOfOpenObjects.push(new Set());
    if (character === '[') keysOfOpenObjects.push(undefined);
    if (character === '}' || character === ']') keysOfOpenObjects.pop();
    if (keysOfOpenObjects.length > maxDepth) throw malformed('nested too deeply');
    position += 1;
  }
  return isWhole;
}

function findStringEnd(text: string, start: number): number {
  let position = start + 1;
  while (text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

function isFollowedByColon(text: string, start: number): boolean {
  let position = start;
  while (' \t\r\n'.includes(text[position] ?? 'x')) position += 1;
  return text[position] === ':';
}

function addKey(keys: Set<string>, key: string): void {
  if (keys.has(key)) throw malformed(`duplicate key`);
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw malformed('prototype key');
  keys.add(key);
}

function malformed(detail: string, cause?: unknown): Problem {
  return new Problem('request.malformed', { detail, cause });
}
