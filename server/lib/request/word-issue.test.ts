import { expect, test } from 'vitest';
import * as z from 'zod';
import { toFieldProblems } from './field-problems.ts';

const schema = z.strictObject({
  text: z.string(),
  count: z.int(),
  choice: z.enum(['x', 'y']),
  list: z.array(z.string().max(2)).max(1),
  flag: z.boolean(),
  either: z.union([z.string(), z.number()]),
  id: z.uuid(),
  instant: z.iso.datetime({ offset: true }),
  day: z.iso.date(),
  fixed: z.literal('q'),
  least: z.number().min(2),
  positive: z.number().gt(0),
  pattern: z.string().regex(/a/),
  part: z.discriminatedUnion('type', [z.object({ type: z.literal('table') }), z.object({ type: z.literal('text') })]),
  fields: z.record(z.string(), z.string()),
  own: z.string({ error: 'Please say it.' }),
  empty: z.string().min(3),
});

const describe = (value: unknown) => {
  const { error } = schema.safeParse(value);
  return Object.fromEntries(toFieldProblems(error?.issues ?? []).map(({ path, message }) => [path, message]));
};

test('missing fields say so, and what they have to be', () => {
  expect(describe({})).toMatchObject({
    text: 'Missing: must be text.',
    count: 'Missing: must be a number.',
    flag: 'Missing: must be true or false.',
    list: 'Missing: must be a list.',
    fields: 'Missing: must be an object.',
    own: 'Please say it.',
  });
});

test('wrong values are described in words, and no value of the library’s own is left', () => {
  const described = describe({
    text: null,
    count: 1.5,
    choice: 'z',
    list: ['abc'],
    flag: 'no',
    either: true,
    id: '1',
    instant: 'yesterday',
    day: '1.2.',
    fixed: 'r',
    least: 1,
    positive: 0,
    pattern: 'b',
    part: { type: 'buttons' },
    fields: [],
    own: 7,
    empty: '',
  });
  expect(described).toEqual({
    text: 'Must be text.',
    count: 'Must be a whole number.',
    choice: 'Must be one of x, y.',
    'list.0': 'Must have at most 2 characters.',
    flag: 'Must be true or false.',
    either: 'Has none of the forms that it can have.',
    id: 'Must be an ID, e.g. 6e0d4a1e-6f0c-4f0b-8a55-6f6a5a2f9b4e.',
    instant: 'Must be a date and time with its zone, e.g. 2026-11-01T08:30:00Z.',
    day: 'Must be a date, e.g. 2026-11-01.',
    fixed: 'Must be "q".',
    least: 'Must be at least 2.',
    positive: 'Must be more than 0.',
    pattern: 'Must be written in the documented form.',
    'part.type': 'Must be one of table, text.',
    fields: 'Must be an object.',
    own: 'Please say it.',
    empty: 'Must have at least 3 characters.',
  });
});
