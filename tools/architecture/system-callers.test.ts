import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../setup/paths.mjs';
import { systemCallers } from './system-callers.ts';

test('every listed caller of the system role is a file or a folder of the project', () => {
  expect(systemCallers.filter(({ path }) => !existsSync(fromRoot(path)))).toEqual([]);
});
