import { hasMoreValues } from '#server/lib/request/json-size.ts';
import { toStorable } from '#server/lib/storable-text.ts';
import { maxNameLength, maxValues } from '../limits.ts';

/** The value of an attribute, decoded. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Attributes = ReadonlyMap<string, Value>;

const maxDepth = 24;
const tooDeep = '[nested too deeply]';

/** A field of an unknown value, also under its protobuf name, which some senders use in JSON. */
export function getField(record: unknown, name: string): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Record<string, unknown>;
  if (Object.hasOwn(fields, name)) return fields[name];
  const snakeCase = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, snakeCase) ? fields[snakeCase] : undefined;
}

export function getList(record: unknown, name: string): readonly unknown[] {
  const list = getField(record, name);
  return Array.isArray(list) ? list : [];
}

/** Attributes by name, above those of `shared`. Nested key-value lists are added under dotted names too, which some senders mean by them. */
export function readAttributes(list: readonly unknown[], shared: Attributes = new Map()): Map<string, Value> {
  const attributes = new Map(shared);
  for (const entry of list) {
    const key = getField(entry, 'key');
    if (typeof key !== 'string' || key === '') continue;
    addAttribute(attributes, toStorable(key), readAnyValue(getField(entry, 'value')));
  }
  return attributes;
}

/** The attributes of an event with the fields of its body. */
export function addBody(attributes: Attributes, body: Value): Attributes {
  if (!isObject(body)) return attributes;
  const all = new Map(attributes);
  for (const [key, value] of Object.entries(body)) if (!all.has(key)) addAttribute(all, key, value);
  return all;
}

function addAttribute(attributes: Map<string, Value>, key: string, value: Value): void {
  attributes.set(key, value);
  if (!isObject(value) || key.length > maxNameLength || key.split('.').length > 8) return;
  for (const [name, nested] of Object.entries(value)) {
    const dotted = `${key}.${name}`;
    if (!attributes.has(dotted)) addAttribute(attributes, dotted, nested);
  }
}

/** Converts an `AnyValue` to its plain value; null without one. */
export function readAnyValue(value: unknown, depth = 0): Value {
  if (depth > maxDepth) return tooDeep;
  const text = getField(value, 'stringValue');
  if (typeof text === 'string') return toStorable(text);
  const integer = getField(value, 'intValue') ?? getField(value, 'doubleValue');
  if (integer !== undefined) return toNumber(integer) ?? null;
  const boolean = getField(value, 'boolValue');
  if (boolean !== undefined) return boolean === true || boolean === 'true';
  const array = getField(value, 'arrayValue');
  if (array !== undefined) return getList(array, 'values').map((item) => readAnyValue(item, depth + 1));
  const list = getField(value, 'kvlistValue');
  if (list !== undefined) return readKeyValues(getList(list, 'values'), depth + 1);
  const bytes = getField(value, 'bytesValue');
  if (typeof bytes === 'string') return toStorable(bytes);
  return toPlainValue(value, depth);
}

function readKeyValues(entries: readonly unknown[], depth: number): Value {
  return toObject(
    entries.map((entry) => [String(getField(entry, 'key') ?? ''), readAnyValue(getField(entry, 'value'), depth)]),
  );
}

/** Copies JSON, truncated below the depth limit. */
export function toPlainValue(value: unknown, depth = 0): Value {
  if (depth > maxDepth) return tooDeep;
  if (typeof value === 'string') return toStorable(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => toPlainValue(item, depth + 1));
  if (typeof value !== 'object' || value === null) return null;
  return toObject(Object.entries(value).map(([key, nested]) => [key, toPlainValue(nested, depth + 1)]));
}

/** `Object.fromEntries` keeps `__proto__` an ordinary name. */
function toObject(entries: ReadonlyArray<readonly [string, Value]>): Value {
  return Object.fromEntries(entries.map(([key, value]) => [toStorable(key), value]));
}

export function isObject(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a number or a decimal text; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The first non-empty attribute of these names, trimmed. */
export function findText(attributes: Attributes, names: readonly string[]): string | undefined {
  return findNamed(attributes, names)?.text;
}

/** `findText` with the index of the name. */
export function findNamed(
  attributes: Attributes,
  names: readonly string[],
): { text: string; rank: number } | undefined {
  for (const [rank, name] of names.entries()) {
    const value = attributes.get(name);
    const text = typeof value === 'object' || value === undefined ? '' : String(value).trim();
    if (text !== '') return { text, rank };
  }
  return undefined;
}

/** Parses a text that holds JSON; undefined for any other, too large or truncated text. */
export function parseJson(text: string): Value | undefined {
  if (!/^\s*[[{"]/.test(text) || hasMoreValues(text, maxValues / 10)) return undefined;
  const parsed = tryJson(text) ?? (/\b(?:NaN|Infinity)\b/.test(text) ? tryJson(replaceNoNumbers(text)) : undefined);
  return parsed === undefined ? undefined : toPlainValue(parsed);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Python writes `NaN` and `Infinity`, which JSON does not have; within texts they are words. */
const replaceNoNumbers = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) => (found.startsWith('"') ? found : 'null'));
