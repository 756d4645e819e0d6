import { createHash } from 'node:crypto';

/** Characters of one text that are kept. */
const maxTextLength = 100_000;
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
