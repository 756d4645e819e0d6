import { expect, test } from 'vitest';
import { defaultMasking } from '#features/protection/contract/masking-kinds.ts';
import { readMessages } from './read-messages.ts';
import { createPlanter, createRandom, toCore } from './testing/planted-values.ts';

const count = 10_000;

/** Each string of an answer, with and without what its tags hold. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...(value.match(/<[^>]*>/g) ?? []).map((tag) => tag.slice(1, -1))];
  if (typeof value !== 'object' || value === null) return [`${value as number}`];
  return Object.entries(value).flatMap(([key, each]) => [key, ...listTexts(each)]);
}

test('10,000 values of all kinds and spellings in random parts are in no answer', () => {
  const plant = createPlanter(createRandom(1));
  const planted = Array.from({ length: count }, plant);
  const messages = planted.map(({ parts, core }) => ({ author: core, parts: JSON.stringify(parts) }));
  const contains = (parts: unknown, core: string) => listTexts(parts).some((text) => toCore(text).includes(core));
  // The check finds each of them where nothing is masked.
  const shown = readMessages({ masking: undefined, messages });
  expect(shown.filter(({ parts }, index) => !contains(parts, planted[index]?.core ?? ''))).toEqual([]);
  const read = readMessages({ masking: defaultMasking, messages });
  const left = planted.filter(({ core }, index) => contains(read[index]?.parts, core));
  expect(left.slice(0, 5)).toEqual([]);
  expect(left).toHaveLength(0);
});
