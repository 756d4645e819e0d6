import { expect, test } from 'vitest';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { findSaidTwice, toSaid, type Said } from './said-twice.ts';
import { findReportedTwice, type ComparedMessage } from './compared-messages.ts';

const say = (text: string, atMs = 0, isAssistant = false): Said => ({
  atMs,
  said: toSaid({ isAssistant, parts: [{ type: 'text', value: text }] }),
});

test.each<[string, Said[], Said[], Array<[number, number]>]>([
  ['the same text at any time', [say('Hi', 0)], [say('Hi', 9e9)], [[0, 0]]],
  ['the same text with other spaces', [say('Hi\n you')], [say(' Hi  you ')], [[0, 0]]],
  ['not of another person', [say('Hi')], [say('Hi', 0, true)], []],
  ['each once, the nearest', [say('Yes', 0), say('Yes', 100)], [say('Yes', 90)], [[0, 1]]],
  ['as many as there are', [say('Yes')], [say('Yes'), say('Yes')], [[0, 0]]],
  ['another text at the same time', [say('Twelve.', 0, true)], [say('<b>Twelve.</b>', 900, true)], [[0, 0]]],
  ['a question in a prompt', [say('Days left?', 0)], [say('Context. Days left? Be kind.', 30_000)], [[0, 0]]],
  ['not another text later', [say('Days left?', 0)], [say('Book one', 30_000)], []],
])('finds %s', (_, kept, others, pairs) => {
  expect([...findSaidTwice(kept, others)]).toEqual(pairs);
});

test.each<[string, (index: number, sender: string) => string]>([
  ['the same text', () => 'Yes'],
  ['long texts of their own', (index, sender) => `${sender}${index} ${'word '.repeat(200)}`],
])('10,000 messages of each sender with %s cost little time', (_, write) => {
  const list = (sender: string) => Array.from({ length: 10_000 }, (__, index) => say(write(index, sender), index));
  const [kept, others] = [list('a'), list('b')];
  const startedMs = getThreadMs();
  const pairs = findSaidTwice(kept, others);
  expect(getThreadMs() - startedMs).toBeLessThan(300);
  expect(pairs.size).toBeGreaterThanOrEqual(200);
});

const hash = 'a'.repeat(32);
const report = (id: string, externalId: string, isDerived: boolean, atMs: number): ComparedMessage => ({
  id,
  externalId,
  isDerived,
  ...say('Yes', atMs),
});

test('a text that telemetry was taken off before is not taken off for another one', () => {
  const reported = [report('m1', 'm1', false, 0), report('m2', 'm2', false, 60_000)];
  const third = report('d3', `${hash}:3`, true, 120_000);
  expect([...findReportedTwice([...reported, third], false)]).toEqual([]);
  const all = [report('d1', `${hash}:1`, true, 0), report('d2', `${hash}:2`, true, 60_000), third];
  expect([...findReportedTwice([...reported, ...all], false)]).toEqual([
    ['d1', 'm1'],
    ['d2', 'm2'],
  ]);
});
