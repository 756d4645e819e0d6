import { expect, test, vi } from 'vitest';
import { NotRun, type Outcome } from './check.ts';
import { runCheck } from './run-check.ts';

const runIt = (run: () => Promise<Outcome>, limitMs?: number) =>
  runCheck({ title: 'A fault', expected: 'nothing', run }, { isQuick: true, ...(limitMs && { limitMs }) });

test('a check that holds, and one that this machine cannot bring about', async () => {
  const outcome = { rounds: 2, counts: { lost: 0 }, faults: [] };
  expect(await runIt(async () => outcome)).toMatchObject({ title: 'A fault', ...outcome });
  expect(await runIt(() => Promise.reject(new NotRun('no Citus here')))).toMatchObject({ notRun: 'no Citus here' });
});

test('a check that ends by an error, or never, is a row that did not hold', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const failed = await runIt(() => Promise.reject(new Error('a worker is gone\nwith more lines')));
  expect(failed).toMatchObject({ rounds: 0, faults: ['The check ended: a worker is gone'] });
  const endless = await runIt(() => Promise.withResolvers<Outcome>().promise, 20);
  expect(endless).toMatchObject({ faults: ['The check ended: it did not end within 0.02 s'] });
  expect(printed).toHaveBeenCalledTimes(2);
  printed.mockRestore();
});
