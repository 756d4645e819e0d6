import { expect, test } from 'vitest';
import type { AttentionFacts } from './attention-facts.ts';
import { attentionKindNames, attentionKinds, describeAttention } from './attention-kinds.ts';

const zone = 'Europe/Tallinn';

const reached = (facts: Partial<AttentionFacts<'reachedLimits'>> = {}) =>
  describeAttention(
    {
      kind: 'reachedLimits',
      facts: {
        count: 1,
        of: 'account',
        name: '',
        limit: 300,
        spent: 316.59,
        since: '2026-11-25',
        action: 'stop',
        running: [],
        moreRunning: 0,
        ...facts,
      },
    },
    zone,
  );

test.each([
  [
    {},
    'The account limit of €300.00 excl. VAT has been reached since 25 Nov 2026; assistants that ask before each run are stopped',
  ],
  [
    { running: ['Stew live'] },
    'The account limit of €300.00 excl. VAT has been reached since 25 Nov 2026; Stew live still runs, because it only reports',
  ],
  [
    { running: ['A', 'B', 'C'], moreRunning: 2 },
    'The account limit of €300.00 excl. VAT has been reached since 25 Nov 2026; A, B, C and 2 others still run, because they only report',
  ],
  [
    { count: 2, action: 'warn' as const, since: null },
    'The account limit of €300.00 excl. VAT has been reached, and so is 1 other; it only warns and stops nothing',
  ],
  [
    { count: 3, of: 'skill' as const, name: 'Orders', action: 'warn' as const },
    'The limit of Orders of €300.00 excl. VAT has been reached since 25 Nov 2026, and so are 2 others; it only warns and stops nothing',
  ],
  [
    { of: 'person' as const, name: 'Giulia Romano' },
    'The limit of Giulia Romano of €300.00 excl. VAT has been reached since 25 Nov 2026; assistants that ask before each run are stopped',
  ],
  [
    { of: 'support' as const, name: '' },
    'The limit of all support of €300.00 excl. VAT has been reached since 25 Nov 2026; support is not stopped',
  ],
])('a reached limit says what still runs: %j', (facts, sentence) => {
  expect(reached(facts).sentence).toBe(sentence);
});

test('the share of a limit is the value, rounded down; without a limit above nothing it is the amount', () => {
  expect(reached().figure).toBe('105.5%');
  expect(reached({ limit: 300, spent: 300 }).figure).toBe('100.0%');
  expect(reached({ limit: 0.7, spent: 0.7 }).figure).toBe('100.0%');
  expect(reached({ limit: 0, spent: 5 }).figure).toBe('€5.00');
});

test('days are those of the zone', () => {
  const facts = { count: 2, name: 'Models', since: '2026-11-22T22:30:00.000Z' };
  const at = (where: string) => describeAttention({ kind: 'brokenIntegrations', facts }, where).sentence;
  expect(at(zone)).toBe('Models and 1 other have not worked since 23 Nov 2026');
  expect(at('America/New_York')).toBe('Models and 1 other have not worked since 22 Nov 2026');
});

test('failures say the reason of most, of the largest part, or of all', () => {
  const sentence = (count: number, reason: string, part: number, isMore = false) =>
    describeAttention(
      {
        kind: 'failedAnswers',
        facts: { count, isMore, reasons: [{ reason, count: part }], from: '2026-11-15', to: '2026-11-21' },
      },
      zone,
    ).sentence;
  expect(sentence(57, 'RecordLocked', 41)).toBe(
    '57 conversations of the last 7 days ended with a failure, mostly RecordLocked',
  );
  expect(sentence(57, 'RecordLocked', 20)).toContain(', most often RecordLocked');
  expect(sentence(1, 'RecordLocked', 1)).toBe('1 conversation of the last 7 days ended with a failure, RecordLocked');
  expect(sentence(999, '', 999, true)).toBe('More than 999 conversations of the last 7 days ended with a failure');
});

test('every kind has a summary for the provider, of one company and of many, and needs a right', () => {
  const summaries = attentionKindNames.map((kind) => {
    const { needs, toSummary } = attentionKinds[kind];
    expect(needs.length).toBeGreaterThan(0);
    return [toSummary(1, 'Acme'), toSummary(5, '3 companies')];
  });
  expect(summaries).toEqual([
    ['1 invoice of Acme is overdue', '5 invoices of 3 companies are overdue'],
    ['1 limit of Acme has been reached', '5 limits of 3 companies have been reached'],
    ['1 limit of Acme is expected to be reached', '5 limits of 3 companies are expected to be reached'],
    ['1 integration of Acme does not work', '5 integrations of 3 companies do not work'],
    ['Many reports of 1 key of Acme are rejected', 'Many reports of 5 keys of 3 companies are rejected'],
    ['1 key of Acme is silent', '5 keys of 3 companies are silent'],
    [
      '1 conversation of Acme ended with a failure in the last 7 days',
      '5 conversations of 3 companies ended with a failure in the last 7 days',
    ],
    ['1 reported name of Acme is mapped to no skill', '5 reported names of 3 companies are mapped to no skill'],
    ['1 person invited by Acme has never signed in', '5 people invited by 3 companies have never signed in'],
    ['1 limit of Acme notifies no one', '5 limits of 3 companies notify no one'],
    ['VAT is not decided for Acme', 'VAT is not decided for 3 companies'],
    ['1 field that invoices need is empty for Acme', '5 fields that invoices need are empty for 3 companies'],
  ]);
});
