/*
 * Texts that programs cut in the middle of a character, or that hold a NUL or bytes of another encoding, are kept with U+FFFD
 * in these places. `ExternalId` refuses it: two ids that differ in such a place alone would become one.
 */

const replacement = '\uFFFD';

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

export const toStorable = (text: string): string => text.replaceAll('\u0000', replacement).toWellFormed();

export interface DecodedText {
  readonly text: string;
  /** Whether bytes were no text, and became U+FFFD. */
  readonly isDamaged: boolean;
}

/** @param encoding a label of the Encoding standard */
export function decodeText(bytes: Uint8Array, encoding = 'utf-8'): DecodedText {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isDamaged: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isDamaged: true };
  }
}

/** A value whose texts and names can be stored. Recurses: the depth of the value has to be limited. */
export function mendTexts(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(mendTexts);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toStorable(name), mendTexts(inner)]));
}
