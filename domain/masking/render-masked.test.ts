import { afterAll, expect, test } from 'vitest';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { createWorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { measureLongest } from '#server/testing/longest-work.ts';
import { toMasker } from './mask-text.ts';
import { renderMasked, toMaskingSize } from './render-masked.ts';
import { readTurnsTask } from './read-turns.ts';

const workers = createWorkerPool();
afterAll(() => workers.close());

const masking = { shown: [], patterns: [] };
/** Nearly phone numbers, again and again: what takes the longest to look through. */
const texts = Array.from({ length: 16 }, (_, place) => `${'12 '.repeat(600)}${place}`);
const { maskText } = toMasker(masking);

function measureHere(): number {
  texts.forEach(maskText);
  const startMs = getThreadMs();
  texts.forEach(maskText);
  return getThreadMs() - startMs;
}

test.each<[string, () => Promise<unknown>]>([
  ['a page', () => renderMasked(workers, { companyId: 'a', masking }, (masker) => texts.map(masker.maskText))],
  [
    'the steps of a conversation',
    () => {
      const turns = JSON.stringify([
        { date: '2026-11-05T10:00:00.000Z', tools: texts.map((error) => ({ name: 'search', error })) },
      ]);
      const size = toMaskingSize(masking, turns.length);
      return workers.run(readTurnsTask, { masking, turns }, { companyId: 'a', size });
    },
  ],
])('the texts of %s that take long to mask stop no other request', async (_, render) => {
  const hereMs = measureHere();
  await render();
  const { ms } = await measureLongest(render);
  expect(ms).toBeLessThan(hereMs / 2);
});
