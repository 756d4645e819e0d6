import { expect, test } from 'vitest';
import { createActivity } from './activity.ts';

test('counts the time in which others are served, not how many calls there are, and forgets it', () => {
  let nowMs = 0;
  const { start, getShareOfOthers } = createActivity(() => nowMs);
  const getShare = () => getShareOfOthers((companyId) => companyId === 'own');
  expect(getShare()).toBe(0);
  const ends = [start('own'), start('own')];
  nowMs += 60_000;
  expect(getShare()).toBe(0);
  expect(getShareOfOthers((companyId) => companyId === 'other')).toBeCloseTo(1);
  for (const end of ends) end();

  // A short call every second.
  for (let call = 0; call < 20; call += 1) {
    const end = start('other');
    nowMs += 100;
    end();
    nowMs += 900;
  }
  expect(getShare()).toBeGreaterThan(0.05);
  expect(getShare()).toBeLessThan(0.15);

  const endAll = ['a', 'b', 'c'].map((companyId) => start(companyId));
  nowMs += 60_000;
  expect(getShare()).toBe(1);
  for (const end of endAll) end();
  nowMs += 60_000;
  expect(getShare()).toBeCloseTo(0);
});
