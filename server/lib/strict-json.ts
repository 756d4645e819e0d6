import { isStorable } from './storable-text.ts';

/** Valid JSON that `parseStrictJson` and `checkObjects` refuse. */
export class AmbiguousJson extends Error {
  override name = 'AmbiguousJson';
}

const maxDepth = 32;

/**
 * Parses JSON that has one meaning only: another reader could take the first of two equal names.
 * @throws SyntaxError, AmbiguousJson
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  checkObjects(text);
  return value;
}

/**
 * One pass over valid JSON, with a stack of the keys of open objects, which refuses depth and duplicate keys.
 * @returns whether all texts can be stored
 * @throws AmbiguousJson
 */
export function checkObjects(text: string): boolean {
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
    if (keysOfOpenObjects.length > maxDepth) throw new AmbiguousJson('nested too deeply');
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
  if (keys.has(key)) throw new AmbiguousJson('duplicate key');
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new AmbiguousJson('prototype key');
  keys.add(key);
}
