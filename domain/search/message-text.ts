import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { readText } from '../masking/projection.ts';

/** Fields of parts that are no words: types, addresses, keys of files. */
const unread = new Set([
  'type',
  'format',
  'downloadink',
  'fileKey',
  'size',
  'kind',
  'id',
  'itemsPerPage',
  'filters',
  'requiredFields',
]);
const addressTypes = new Set(['picture', 'video']);

/**
 * The texts of a message as its reader sees them, from parts that are masked. Those of tables are cells. The skills that an assistant
 * offers are none: most conversations begin with the list, and would be found by every word of it.
 */
export function listTexts(parts: readonly MessagePart[]): string[] {
  const texts: string[] = [];
  for (const part of parts)
    if (part.type !== 'availableSkills') collect(part, addressTypes.has(part.type) ? 'value' : undefined, texts);
  return texts;
}

function collect(value: unknown, address: string | undefined, texts: string[]): void {
  if (typeof value === 'string') {
    if (value !== '') texts.push(readText(value));
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, undefined, texts);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      if (!unread.has(name) && name !== address) collect(each, undefined, texts);
    }
  } else if (typeof value === 'number') {
    texts.push(String(value));
  }
}
