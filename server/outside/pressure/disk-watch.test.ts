import { expect, test } from 'vitest';
import { isDiskFull } from './disk-watch.ts';

test.each([
  ['enough', false, { freeBytes: 100, owedBytes: 0 }, false],
  ['too little', false, { freeBytes: 99, owedBytes: 0 }, true],
  ['still too little for the margin', true, { freeBytes: 124, owedBytes: 0 }, true],
  ['enough for the margin', true, { freeBytes: 125, owedBytes: 0 }, false],
  ['enough without the reserve that has to be made again', true, { freeBytes: 224, owedBytes: 100 }, true],
  ['enough with it', true, { freeBytes: 225, owedBytes: 100 }, false],
])('%s', (_, wasFull, room, isFull) => {
  expect(isDiskFull(wasFull, { ...room, leastBytes: 100 })).toBe(isFull);
});
