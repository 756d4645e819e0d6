import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { describeFailure } from '../../app/describe-failure.ts';
import type { Places } from './embedded-paths.ts';
import { runProgram } from './run-program.ts';

const places = { folder: tmpdir(), account: { identity: {} } } as Places;
const fail = (words: string) => runProgram(places, '/bin/sh', ['-c', `echo "${words}" >&2; echo removing >&2; exit 1`]);

test('a program that finds no space says that the disk is full', async () => {
  const failure = await fail('initdb: error: could not write to file: No space left on device').catch(describeFailure);
  expect(failure).toBe('The disk is full: free some space, and try again.');
  await expect(fail('initdb: error: other')).rejects.toThrow('/bin/sh failed: removing');
});
