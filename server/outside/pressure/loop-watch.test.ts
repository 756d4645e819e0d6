import { expect, test } from 'vitest';
import { noLoad, toLoopLoad } from './loop-watch.ts';

/** Whether the portal is overloaded after each second, with a limit of 500 ms. */
function run(delays: readonly number[]): boolean[] {
  let load = noLoad;
  return delays.map((delayMs) => {
    load = toLoopLoad(load, delayMs, 500);
    return load.isOverloaded;
  });
}

test('a single slow second is no load, two in a row are', () => {
  expect(run([600, 20, 600, 500, 501, 501])).toEqual([false, false, false, false, false, true]);
});

test('stays overloaded until three seconds in a row are calm', () => {
  expect(run([900, 900, 250, 250, 251, 250, 250, 250, 400])).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('between half of the limit and the limit nothing changes', () => {
  expect(run([400, 400, 900, 900, 400, 400, 400, 400])).toEqual([false, false, false, true, true, true, true, true]);
});
