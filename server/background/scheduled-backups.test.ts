import { expect, test } from 'vitest';
import { isBackupDue } from './scheduled-backups.ts';

const now = new Date('2026-11-23T12:00:00Z');

test.each([
  { name: 'never made', at: '02:30', last: undefined, isDue: true },
  { name: 'made since the time of today', at: '02:30', last: '2026-11-23T02:30:01Z', isDue: false },
  { name: 'made before the time of today', at: '02:30', last: '2026-11-23T01:00:00Z', isDue: true },
  { name: 'made yesterday, before a later time of today', at: '23:00', last: '2026-11-22T23:00:00Z', isDue: false },
  { name: 'missed yesterday, before a later time of today', at: '23:00', last: '2026-11-22T22:00:00Z', isDue: true },
  { name: 'at the minute itself', at: '12:00', last: '2026-11-22T12:00:30Z', isDue: true },
])('a backup $name is due: $isDue', ({ at, last, isDue }) => {
  expect(isBackupDue(at, last === undefined ? undefined : new Date(last), now)).toBe(isDue);
});
