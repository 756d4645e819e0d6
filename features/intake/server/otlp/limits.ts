import { createHash } from 'node:crypto';

/** Characters of one text that are kept. */
const maxTextLength = 100_000;
/** Spans or log records of one export; collectors send 8,192 by default. */
export const maxRecords = 10_000;
/** An export with more is refused as a whole. */
export const mostRecords = 100_000;
/** Attributes that a resource adds to its records, dotted names included; senders have 128 by default. */
export const maxSharedAttributes = 256;
/** Characters of a resource's attributes, as JSON. */
export const maxSharedLength = 65_536;
/** Objects, lists and items of one export, and of one JSON text in it. */
export const maxValues = 1_000_000;
/** Characters of an attribute's name under which the values of a nested list are added too. */
export const maxNameLength = 200;
/** Spans of one trace, and of all traces that name one conversation. */
export const maxConversationSpans = 10_000;
/** Characters of the messages of a conversation's spans; the messages of later spans are left out. */
export const maxConversationLength = 16 * 1024 * 1024;
/** Messages of one conversation; later ones are left out. */
export const maxConversationMessages = 10_000;
/** Messages of one span's history that are kept: the latest ones. */
export const maxListedMessages = 200;
/** Characters of all messages of one list. */
export const maxListLength = 1_000_000;
const maxIdLength = 200;

/** Truncates a long text and appends a mark. */
export function capText(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength).toWellFormed()}… ${truncationMark(text.length)}`;
}

export function truncationMark(length: number): string {
  return `[truncated: ${length} characters were sent]`;
}

export function capName(text: string, length = maxIdLength): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** Shortens a long id to its beginning and a hash, so that it stays unique. */
export function capId(id: string): string {
  return id.length <= maxIdLength ? id : `${id.slice(0, 160).toWellFormed()}…${hashText(id)}`;
}

/** 128 bits of SHA-256 in hexadecimal. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
