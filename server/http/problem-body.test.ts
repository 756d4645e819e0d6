import pg from 'pg';
import { expect, test } from 'vitest';
import { toProblem } from './problem-body.ts';

const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('text', 0, 'error'), { code });

test.each([
  ['disk_full of PostgreSQL', fromPostgres('53100'), 'service.disk-full', 30],
  ['a file that does not fit', Object.assign(new Error('no space'), { code: 'ENOSPC' }), 'service.disk-full', 30],
  ['out of memory', fromPostgres('53200'), 'service.unavailable', 2],
  ['the restart after a PANIC', fromPostgres('57P02'), 'service.unavailable', 2],
  ['the start after it', fromPostgres('57P03'), 'service.unavailable', 2],
])('%s', (_, error, code, retryAfterSeconds) => {
  expect(toProblem(new Error('outer', { cause: error }))).toMatchObject({ code, retryAfterSeconds });
});
