import { hasMoreValues } from '../lib/request/json-size.ts';
import { quoteJsonFault } from '../lib/request/json-fault.ts';
import { Problem } from '../lib/request/problem.ts';
import { decodeText, mendTexts } from '../lib/storable-text.ts';
import { AmbiguousJson, checkObjects } from '../lib/strict-json.ts';

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
  if (isDamaged && rule === 'strict') throw malformed('The body is not UTF-8.');
  if (hasMoreValues(text, maxValues)) throw new Problem('request.too-large', { detail: 'too many values' });
  const value = parse(text, rule);
  const isWhole = check(text);
  if (isWhole && !isDamaged) return value;
  if (rule === 'strict') throw malformed('A text has a NUL or half a character.');
  return isWhole ? value : mendTexts(value);
}

function parse(text: string, rule: TextRule): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Quoted for developers of assistants alone: a person's body may hold a password.
    throw malformed(`The body is no JSON.${rule === 'mended' ? quoteJsonFault(cause) : ''}`, cause);
  }
}

function check(text: string): boolean {
  try {
    return checkObjects(text);
  } catch (fault) {
    throw fault instanceof AmbiguousJson
      ? malformed(`The body is JSON of more than one meaning, or too deep: ${fault.message}.`)
      : fault;
  }
}

function malformed(reason: string, cause?: unknown): Problem {
  return new Problem('request.malformed', { reason, cause });
}
