import { expect, test } from 'vitest';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeSender, type Sender } from '#features/intake/server/testing/sender.ts';
import { rebuildRollups } from './rollup-upkeep.service.ts';

const portal = useTestPortal();

const report = (sender: Sender, id: string, day: number, reportedAt = '2026-10-31T12:00:00Z') =>
  sender.send({
    conversations: [
      {
        id,
        date: `2026-10-${String(day).padStart(2, '0')}T12:00:00Z`,
        user: { firstName: 'Anna', lastName: 'Ash' },
        status: 'Completed',
        reportedAt,
      },
    ],
  });

/** The days of the months of the one user; null where they are not known. */
async function listDays(sender: Sender): Promise<(number[] | null)[]> {
  const rows = await sender.rows('user_monthly_stats', 'month');
  return rows.map(({ days }) =>
    days === null
      ? null
      : Array.from({ length: 31 }, (_, bit) => bit + 1).filter((day) => Number(days) & (1 << (day - 1))),
  );
}

test('days follow conversations that begin and that move within their month', async () => {
  const sender = await makeSender(portal());
  await report(sender, 'one', 1);
  await report(sender, 'two', 1);
  await report(sender, 'three', 31);
  expect(await listDays(sender)).toEqual([[1, 31]]);
  await report(sender, 'one', 9, '2026-10-31T13:00:00Z');
  expect(await listDays(sender)).toEqual([[1, 9, 31]]);
  await report(sender, 'two', 9, '2026-10-31T13:00:00Z');
  expect(await listDays(sender)).toEqual([[9, 31]]);
  expect(await sender.verify()).toEqual([]);
});

test('wrong days are found', async () => {
  const sender = await makeSender(portal());
  await report(sender, 'one', 1);
  await changeRows(sender, 'update user_monthly_stats set days = 2, days_writes = days_writes + 1');
  expect(await sender.verify()).toMatchObject([{ table: 'user_monthly_stats', rows: 1 }]);
});

test('days are not known where a program before 24 November 2026 wrote, until they are rebuilt', async () => {
  const sender = await makeSender(portal());
  await report(sender, 'one', 1);
  await changeRows(sender, 'update user_monthly_stats set messages = messages');
  expect(await listDays(sender)).toEqual([null]);
  await report(sender, 'two', 2);
  expect(await listDays(sender)).toEqual([null]);
  expect(await sender.verify()).toEqual([]);
  await rebuildRollups(portal().database, sender.companyId);
  expect(await listDays(sender)).toEqual([[1, 2]]);
});

const changeRows = ({ companyId }: Sender, text: string) =>
  portal().database.inCompany(companyId, (tx) => runSql(tx, text));
