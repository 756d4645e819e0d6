import { expect, test } from 'vitest';
import { createIdleMemory } from './idle-memory.ts';

const megabyte = 1024 * 1024;

/**
 * Collections by the number of their sample, of samples as [utilization, heap in MB]; a collection leaves 50 MB. The one at
 * the end of a start is -1.
 */
async function listCollections(samples: readonly (readonly [number, number])[], isStarted = false): Promise<number[]> {
  const collections: number[] = [];
  let [sample, utilization, heap] = [-1, 0, 0];
  const memory = createIdleMemory({
    takeUtilization: () => utilization,
    readHeapBytes: () => heap * megabyte,
    collect: async () => {
      collections.push(sample);
      heap = 50;
    },
  });
  if (isStarted) await memory.collect();
  for ([sample, [utilization, heap]] of samples.entries()) await memory.sample();
  return collections;
}

test('garbage is collected after two calm samples, and again only where the heap has grown', async () => {
  const calm = 0.01;
  expect(
    await listCollections([
      [0.9, 70],
      [calm, 71],
      [calm, 72],
      [calm, 51],
      [calm, 53],
      [calm, 54],
      [calm, 51],
    ]),
  ).toEqual([2, 5]);
});

test('garbage is collected at the end of a start, and again only where the heap has grown since', async () => {
  const calm = 0.01;
  const samples = [
    [calm, 51],
    [calm, 52],
    [calm, 53],
    [calm, 54],
  ] as const;
  expect(await listCollections(samples, true)).toEqual([-1, 3]);
});

test('a busy portal is not stopped', async () => {
  expect(
    await listCollections([
      [0.05, 70],
      [0.01, 90],
      [0.2, 110],
      [0.01, 120],
      [0.5, 130],
    ]),
  ).toEqual([]);
});
