import pg from 'pg';
import { expect, test } from 'vitest';
import { noteOfDatabase } from '../../lib/database-tls.ts';
import { DatabaseUnavailable, passingStates, toDatabaseError, toProblemCode } from './errors.ts';

function makeError(code: string, message = 'it failed'): Error {
  return Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });
}

const states = Object.entries(passingStates).map(([code, { reason }]) => [code.replace('*', '006'), reason] as const);

test.each(states)('%s passes by itself: the database is %s', (code, reason) => {
  for (const error of [makeError(code), new Error('Failed query', { cause: makeError(code) })]) {
    expect(toDatabaseError(error)).toMatchObject({ name: 'DatabaseUnavailable', reason });
  }
});

/** Locks, shutdowns, lost connections, standbys, limits and disks, by the appendix of PostgreSQL's manual. */
test('no state of a busy or ending server is missing', () => {
  const named = [
    '08000',
    '08003',
    '08006',
    '08001',
    '08004',
    '08P01',
    '25006',
    '25P02',
    '25P03',
    '25P04',
    '40001',
    '40003',
  ];
  const more = [
    '40P01',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '55006',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
  ];
  const missing = [...named, ...more].filter(
    (code) => !(toDatabaseError(makeError(code)) instanceof DatabaseUnavailable),
  );
  expect(missing).toEqual([]);
});

test.each(['23505', '22012', '42P01', '42703', '42501', '22P02', 'P0001'])('%s does not pass by itself', (code) => {
  const error = makeError(code);
  expect(toDatabaseError(error)).toBe(error);
  expect(toProblemCode(error)).toBeUndefined();
});

test.each(['cached plan must not change result type', 'tuple concurrently updated'])(
  '%s passes by itself',
  (message) => {
    expect(toDatabaseError(makeError('XX000', message))).toMatchObject({ reason: 'busy' });
  },
);

test.each([
  ['ENETUNREACH', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
])('an error of the system %s: %s', (code, reason) => {
  const error = Object.assign(new Error('x'), { code });
  noteOfDatabase(error);
  expect(toDatabaseError(error)).toMatchObject({ reason });
});

test.each(['Client was closed and is not queryable', 'Cannot use a pool after calling end on the pool'])(
  'a connection that the portal itself has closed: %s',
  (message) => {
    expect(toDatabaseError(new Error(message))).toMatchObject({ reason: 'unreachable' });
  },
);
