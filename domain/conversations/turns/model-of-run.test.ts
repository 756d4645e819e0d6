import { expect, test } from 'vitest';
import { findModelOfRun } from './model-of-run.ts';
import { toStoredTurns } from './stored-turns.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second));
const turn = (second: number, model?: string) => ({
  date: at(second).toISOString(),
  durationMs: 500,
  ...(model !== undefined && { model }),
});
const find = (turns: Parameters<typeof toStoredTurns>[0], second: number) =>
  findModelOfRun(toStoredTurns(turns), at(second).getTime());

test('a run has the model of the last turn that begins no later and names one, else of the first that does', () => {
  const turns = [turn(10, 'small'), turn(20), turn(30, 'large'), turn(40, 'small')];
  const expected = {
    0: 'small',
    10: 'small',
    25: 'small',
    27: 'small',
    28: 'large',
    39: 'small',
    37: 'large',
    59: 'small',
  };
  for (const [second, model] of Object.entries(expected))
    expect([second, find(turns, Number(second))]).toEqual([second, model]);
});

test('one model is that of all runs, and without one there is none', () => {
  expect(find([turn(10), turn(20, 'small'), turn(30, 'small')], 5)).toBe('small');
  expect(find([turn(10)], 10)).toBeNull();
  expect(findModelOfRun(null, 0)).toBeNull();
});
