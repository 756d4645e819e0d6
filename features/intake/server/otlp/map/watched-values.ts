import { createMasker } from '#domain/masking/mask-text.ts';
import type { SeenValue } from '#server/lib/attribute-values.ts';
import { capName, hashText } from '../limits.ts';
import type { Attributes } from '../decode/otlp-values.ts';

const masker = createMasker({ shown: [], patterns: [] });
const maxShownLength = 80;
/** Values of one export that are masked only once. */
const maxRemembered = 1000;

export type ReadValues = (attributes: Attributes) => readonly SeenValue[];

export const readNoValues: ReadValues = () => [];

/** Reads the values of these attributes, for one export. */
export function createValueReader(names: readonly string[]): ReadValues {
  if (names.length === 0) return readNoValues;
  const remembered = new Map<string, SeenValue>();
  return (attributes) =>
    names.flatMap((attribute) => {
      const value = attributes.get(attribute);
      const text = value === null || value === undefined || typeof value === 'object' ? '' : String(value).trim();
      if (text === '') return [];
      const key = `${attribute} ${text}`;
      const seen = remembered.get(key) ?? toSeenValue(attribute, text);
      if (remembered.size < maxRemembered) remembered.set(key, seen);
      return [seen];
    });
}

/** Replaces what looks like personal data by its kind, with a few characters that distinguish values. */
export function toSeenValue(attribute: string, text: string): SeenValue {
  const digest = hashText(text);
  const short = capName(text, maxShownLength);
  const masked = masker.maskText(short);
  const isWhole = short === text && masked === short;
  return { attribute, digest, shown: isWhole ? short : `${masked} ${digest.slice(0, 6)}` };
}
