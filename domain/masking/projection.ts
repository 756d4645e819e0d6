import { decodeEntity } from './entities.ts';

/**
 * Text as its reader sees it, with the place in the source of each of its UTF-16 units: a value that tags, entities or
 * characters that are not shown divide in the source is whole in it.
 */
export interface Projection {
  readonly text: string;
  /** Start and end of each unit in the source; undefined where the text is the source. */
  readonly places: Places | undefined;
}

interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function toSource({ places }: Projection, { start, end }: Span): Span {
  if (!places) return { start, end };
  return { start: places.starts[start] ?? 0, end: places.ends[end - 1] ?? 0 };
}

/** Text that a character adds to a projection. */
type ToShown = (character: string) => string;

/** Collects a projection. */
class Projected {
  readonly toShown: ToShown;
  text = '';
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  constructor(toShown: ToShown) {
    this.toShown = toShown;
  }

  add(shown: string, start: number, end: number): void {
    this.text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  /** Adds a piece of the source as it is. */
  addPiece(source: string, start: number, end: number): void {
    this.text += source.slice(start, end);
    for (let at = start; at < end; at += 1) {
      this.starts.push(at);
      this.ends.push(at + 1);
    }
  }

  close(): Projection {
    return { text: this.text, places: this };
  }
}

/** Answers whether a text has only signs that are shown as they are, those of the alphabets of Europe among them. */
const isPlain = (source: string) => !/[<&]|[^\t\n\r\x20-\x7eÀ-ÖØ-öø-ıĴ-ľŁ-ňŊ-žА-я«»“”„‘’€]/.test(source);

/**
 * The projections of a text that may be HTML: what is read, and the insides of its tags, each in a line of its own. Where
 * Markdown, escapes or percent signs stand in one, it is followed by the projection without them.
 */
export function project(source: string): Projection[] {
  const first = isPlain(source) ? [{ text: source, places: undefined }] : projectHtml(source, toCompared);
  return first.flatMap((each) => [each, ...(/[*`~\\]|%[0-9a-f]{2}/i.test(each.text) ? [unescape(each)] : [])]);
}

/** The text of what may be HTML as it is read: without tags and characters that are not shown, and with its own letters. */
export const readText = (source: string): string =>
  isPlain(source) ? source : (projectHtml(source, toRead)[0]?.text ?? '');

/** Elements that begin a line of their own; values do not reach across their tags. */
const blockTag =
  /^\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|textarea|tfoot|thead|tr|ul)(?=[\s/>]|$)/i;

/** Cells begin behind a tab, as pasted ones do, so that the columns of a table are read in one way. */
const cellTag = /^\/?t[dh](?=[\s/>]|$)/i;

function projectHtml(source: string, toShown: ToShown): Projection[] {
  const read = new Projected(toShown);
  const inside = new Projected(toShown);
  let at = 0;
  while (at < source.length) {
    const next = findSpecial(source, at);
    read.addPiece(source, at, next);
    at = next;
    if (at === source.length) break;
    const end = findTagEnd(source, at);
    if (end === undefined) {
      at = addCharacter(read, source, { at, end: source.length });
    } else {
      const tag = source.slice(at + 1, at + 16);
      if (cellTag.test(tag)) read.add(tag.startsWith('/') ? ' ' : '\t', at, at);
      else if (blockTag.test(tag)) read.add('\n', at, at);
      addInside(inside, source, { at: at + 1, end });
      inside.add('\n', end, end);
      at = end;
    }
  }
  return [read.close(), ...(inside.text === '' ? [] : [inside.close()])];
}

function addInside(into: Projected, source: string, { at: from, end }: { at: number; end: number }): void {
  for (let at = from; at < end;) {
    const next = Math.min(findSpecial(source, at), end);
    into.addPiece(source, at, next);
    at = next < end ? addCharacter(into, source, { at: next, end }) : end;
  }
}

const special = /[<&]|[^\0-\x7f]/g;

/** The next place that is not a plain character, or the end. */
function findSpecial(source: string, from: number): number {
  special.lastIndex = from;
  return special.exec(source)?.index ?? source.length;
}

/** The end of the tag or comment that begins here; undefined where none does. One that is not closed reaches to the end. */
function findTagEnd(source: string, at: number): number | undefined {
  if (source.charCodeAt(at) !== 60 || !/[a-z/!?]/i.test(source.charAt(at + 1))) return undefined;
  const isComment = source.startsWith('<!--', at);
  if (isComment) return endAfter(source, source.indexOf('-->', at + 4), 3);
  let from = at;
  let close = source.indexOf('>', from);
  for (;;) {
    // Looked for once as long as it is ahead: a tag may have thousands of quotes before its end, or no end.
    if (close !== -1 && close < from) close = source.indexOf('>', from);
    const quote = findQuote(source, from, close === -1 ? source.length : close);
    if (quote === undefined) return endAfter(source, close, 1);
    const closing = source.indexOf(source.charAt(quote), quote + 1);
    // A quote that is never closed is no quote, so that the rest of the text is read as text.
    if (closing === -1) return endAfter(source, close, 1);
    from = closing + 1;
  }
}

const endAfter = (source: string, found: number, length: number) => (found === -1 ? source.length : found + length);

/** The quote that begins the value of an attribute. */
function findQuote(source: string, from: number, end: number): number | undefined {
  const found = /=\s{0,10}["']/.exec(source.slice(from, end));
  return found ? from + found.index + found[0].length - 1 : undefined;
}

const ampersand = 38;

/** Adds the character or entity at the place, and answers the next place. */
function addCharacter(into: Projected, source: string, { at, end }: { at: number; end: number }): number {
  const code = source.charCodeAt(at);
  if (code === ampersand) {
    const entity = decodeEntity(source, at);
    if (entity) {
      into.add(into.toShown(entity.text), at, entity.end);
      return entity.end;
    }
  }
  if (code < 0x80) {
    into.add(source.charAt(at), at, at + 1);
    return at + 1;
  }
  const character = String.fromCodePoint(source.codePointAt(at) ?? code);
  const next = Math.min(at + character.length, end);
  into.add(into.toShown(character), at, next);
  return next;
}

const format = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}]/u;
const dash = /\p{Pd}/u;
const digit = /\p{Nd}/u;

/** A character as it is compared: full-width and styled ones in their plain form, none for one that is not shown. */
function toCompared(character: string): string {
  if (character.length === 1 && character.charCodeAt(0) < 0x80) return character;
  if (unseen.test(character)) return '';
  if (dash.test(character) || character === '\u2212') return '-';
  if (/\p{Zs}/u.test(character)) return ' ';
  if (character === '\u3002') return '.';
  const plain = character.normalize('NFKC');
  return digit.test(plain) && !/\d/.test(plain) ? toAsciiDigit(plain) : plain;
}

const toRead = (character: string): string => (format.test(character) ? '' : character);

/** Decimal digits of every script stand in rows of ten from zero on. */
function toAsciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return `${code - zero}`;
}

const escape = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|[*`~\\]/gi;

/** Without marks of Markdown and backslashes, and with percent and JavaScript escapes decoded. */
function unescape(from: Projection): Projection {
  const made = new Projected(toCompared);
  const add = (start: number, end: number) => {
    for (let unit = start; unit < end; unit += 1) {
      const place = toSource(from, { start: unit, end: unit + 1 });
      made.add(from.text.charAt(unit), place.start, place.end);
    }
  };
  let at = 0;
  for (const { 0: found, index } of from.text.matchAll(escape)) {
    add(at, index);
    at = index + found.length;
    const place = toSource(from, { start: index, end: at });
    if (found.length > 1) made.add(decodeEscape(found), place.start, place.end);
  }
  add(at, from.text.length);
  return made.close();
}

function decodeEscape(found: string): string {
  const code = Number.parseInt(found.replace(/^\\?./, ''), 16);
  // A byte of a longer character counts as a letter, as it is one in an address.
  return found.startsWith('%') && code >= 0x80 ? 'x' : toCompared(String.fromCharCode(code));
}
