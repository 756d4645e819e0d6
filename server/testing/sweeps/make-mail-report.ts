import { runSql } from '../sql/run-sql.ts';
import type { TestPortal } from '../test-portal.ts';

/** A weekly report of a user, whose last run was just sent. @returns its id */
export async function makeMailReport(portal: TestPortal, companyId: string, userId: string): Promise<string> {
  const [report] = await portal.database.withLedger(companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `insert into mail_reports (user_id, name, weekday, hour, period, parts, technical_users, attaches_usage, is_enabled,
          done_day, created_at, updated_at)
        values ($1, 'Weekly figures', 1, 8, 'week', '{figures}', false, false, true, $2::timestamptz::date, $2, $2)
        returning id`,
      [userId, portal.clock.now()],
    ),
  );
  return report?.id ?? '';
}
