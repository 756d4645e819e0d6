import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createBatches } from '#server/testing/random-batches.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { makeSender } from './testing/sender.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });

test('after 200 random batches, four at a time, every sum is what the rows say', async () => {
  const sender = await makeSender(portal());
  const nextBatch = createBatches(createRandom('two hundred').fraction, portal().clock.now());
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => sender.send(nextBatch())));
    expect(answers.flatMap(({ rejected }) => rejected)).toEqual([]);
  }
  expect(await sender.verify()).toEqual([]);
  const conversations = await sender.rows('conversations');
  expect(conversations).toHaveLength(60);
  expect(new Set(conversations.map(({ day }) => day)).size).toBeGreaterThan(10);
  expect(await sender.rows('usage_events')).not.toHaveLength(0);
  expect(await sender.rows('reported_skills')).toHaveLength(5);
});
