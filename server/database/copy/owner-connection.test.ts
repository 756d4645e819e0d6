import { expect, test } from 'vitest';
import { untilSettled } from './owner-connection.ts';

test('a stop ends work until it is settled, and is too late afterwards', () => {
  const early = new AbortController();
  const stopped = untilSettled(early.signal);
  early.abort(new Error('early'));
  expect(stopped.signal.aborted).toBe(true);
  expect(() => stopped.settle()).toThrow('early');
  expect(() => untilSettled(early.signal).settle()).toThrow('early');
  const late = new AbortController();
  const settled = untilSettled(late.signal);
  settled.settle();
  late.abort(new Error('late'));
  expect(settled.signal.aborted).toBe(false);
  expect(() => untilSettled(undefined).settle()).not.toThrow();
});
