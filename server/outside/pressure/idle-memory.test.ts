import { expect, test } from 'vitest';
import { createIdleMemory } from './idle-memory.ts';

const megabyte = 1024 * 1024;

/** Collections by the number of their sample, of samples as [utilization, heap in MB]; a collection leaves 50 MB. */
async function listCollections(samples: readonly (readonly [number, number])[]): Promise<number[]> {
  const collections: number[] = [];
  let [sample, utilization, heap] = [0, 0, 0];
  const memory = createIdleMemory({
    takeUtilization: () => utilization,
    readHeapBytes: () => heap * megabyte,
    collect: async () => {
      collections.push(sample);
      heap = 50;
    },
  });
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
