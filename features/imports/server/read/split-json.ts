/**
 * Position of a JSON reader between two records. `top`: between values, as in JSON Lines; `list`: in a list that is the whole
 * file; `wrapped`: in the list of an object; `tail`: behind that list, before the end of the object.
 */
export type JsonPlace = 'top' | 'list' | 'wrapped' | 'tail';

/** A record: from its first unit to behind its last. `isOpen`: the file ends within it. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly isOpen?: true;
}

export interface JsonSplit {
  readonly spans: readonly Span[];
  /** Units that are done with. */
  readonly consumed: number;
  readonly place: JsonPlace;
}

/** The lists in which the records of an export stand. */
const listNames = new Set([
  'logs',
  'value',
  'entries',
  'interactions',
  'conversations',
  'items',
  'results',
  'messages',
  'activities',
  'chats',
  'runs',
  'data',
  'rows',
  'records',
]);

/** The ids of a conversation, beside which `messages` are its own. */
const ownId = /^(?:_?id|uuid|(?:conversation|session|thread|chat)_?(?:id|uuid|key))$/i;

interface Splitting {
  readonly place: JsonPlace;
  /** Whether the file ends with these units. */
  readonly isLast: boolean;
  readonly maxSpans: number;
}

/**
 * Finds the records of a file of JSON in any of its shapes: a list, an object with a list, values one after the other.
 * Nothing is parsed, so that a file of any length can be read piece by piece.
 */
export function splitJson(units: string, { place, isLast, maxSpans }: Splitting): JsonSplit {
  const spans: Span[] = [];
  let at = 0;
  let now = place;
  while (spans.length < maxSpans) {
    at = skipBetween(units, at);
    if (at >= units.length) break;
    const step = now === 'tail' ? leaveObject(units, at) : nextStep(units, at, now);
    if (step === undefined) {
      if (!isLast) break;
      spans.push({ from: at, until: units.length, isOpen: true });
      at = units.length;
      break;
    }
    if (step.span) spans.push(step.span);
    at = step.at;
    now = step.place;
  }
  return { spans, consumed: at, place: now };
}

interface Step {
  readonly at: number;
  readonly place: JsonPlace;
  readonly span?: Span;
}

const between = /[^\s,\ufeff]/g;

function skipBetween(units: string, at: number): number {
  between.lastIndex = at;
  return between.test(units) ? between.lastIndex - 1 : units.length;
}

/** Undefined where more units are needed. */
function nextStep(units: string, at: number, place: 'top' | 'list' | 'wrapped'): Step | undefined {
  const isTop = place === 'top';
  if (isTop && units[at] === '[') return { at: at + 1, place: 'list' };
  if (!isTop && units[at] === ']') return { at: at + 1, place: place === 'list' ? 'top' : 'tail' };
  const end = findValueEnd(units, at, isTop);
  if (end === undefined) return undefined;
  if (end.listAt !== undefined) return { at: end.listAt + 1, place: 'wrapped' };
  return { at: end.until, place, span: { from: at, until: end.until } };
}

/** Behind the brace that ends the object whose list has been read. */
function leaveObject(units: string, at: number): Step | undefined {
  let depth = 1;
  for (let index = at; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === '"') {
      const end = findStringEnd(units, index);
      if (end === undefined) return undefined;
      index = end - 1;
    } else if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') {
      depth -= 1;
      if (depth === 0) return { at: index + 1, place: 'top' };
    }
  }
  return undefined;
}

interface ValueEnd {
  readonly until: number;
  /** Start of the list within an object whose items are the records. */
  readonly listAt?: number;
}

/** State of the scan of a value, up to one of its units. */
interface Scan {
  depth: number;
  /** The end of the line before the present one; -1 in the first. */
  lineAt: number;
  /** The last text at depth 1, which may be the name of a list. */
  name: string;
  /** Whether it has an id of its own, so that a list of messages in it is a part of the record. */
  hasId: boolean;
  /** The last unit that is not blank. */
  last: string;
}

/**
 * The end of the value that begins here. One that is broken ends with its line, so that the next one is found: a text over the
 * end of a line, or an object that begins within another where none can.
 */
function findValueEnd(units: string, from: number, findsList: boolean): ValueEnd | undefined {
  const scan: Scan = { depth: 0, lineAt: -1, name: '', hasId: false, last: '' };
  for (let index = from; index < units.length; index += 1) {
    const unit = units[index] ?? '';
    if (unit === '\n') scan.lineAt = index;
    if (unit === '\n' && scan.depth === 0) return { until: index };
    if (isBlank(unit)) continue;
    if (unit === '"') {
      const end = findStringEnd(units, index);
      if (end === undefined) return undefined;
      if (scan.depth === 0 || units[end - 1] !== '"') return { until: end };
      if (scan.depth === 1) scan.name = units.slice(index + 1, end - 1);
      index = end - 1;
    } else {
      const found = stepOver(unit, index, scan, findsList);
      if (found) return found;
    }
    scan.last = unit;
  }
  return undefined;
}

const isBlank = (unit: string) => unit === ' ' || unit === '\t' || unit === '\r' || unit === '\n';

/** Counts how deep the value is; answers its end where this unit is behind or at it. */
function stepOver(unit: string, index: number, scan: Scan, findsList: boolean): ValueEnd | undefined {
  if (unit === '{' || unit === '[') return stepIn(unit, index, scan, findsList);
  if (unit === ':' && scan.depth === 1) scan.hasId ||= ownId.test(scan.name);
  if (unit === ',' && scan.depth === 0) return { until: index };
  if (unit !== '}' && unit !== ']') return undefined;
  scan.depth -= 1;
  if (scan.depth > 0) return undefined;
  return { until: scan.depth === 0 ? index + 1 : index };
}

function stepIn(unit: '{' | '[', index: number, scan: Scan, findsList: boolean): ValueEnd | undefined {
  const { depth, lineAt, name, hasId, last } = scan;
  if (unit === '{' && depth > 0 && lineAt > 0 && !':,['.includes(last)) return { until: lineAt };
  const isList = findsList && unit === '[' && depth === 1 && last === ':' && listNames.has(name) && !hasId;
  if (isList) return { until: index, listAt: index };
  scan.depth += 1;
  return undefined;
}

const stringEnds = /["\\\n]/g;

/** Behind the closing quote, or at the end of the line where it is missing; undefined where more units are needed. */
function findStringEnd(units: string, from: number): number | undefined {
  stringEnds.lastIndex = from + 1;
  for (;;) {
    const found = stringEnds.exec(units);
    if (!found) return undefined;
    if (found[0] === '\n') return found.index;
    if (found[0] === '"') return found.index + 1;
    if (found.index + 1 >= units.length) return undefined;
    stringEnds.lastIndex = found.index + 2;
  }
}
