import type { Database } from '#server/database/open-database.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { instant } from '#server/sql/types.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Requests are repeated within minutes; all spans of a conversation arrive within days. */
const lifetimes = [
  {
    lifetimeMs: 7 * dayMs,
    deleteExpired: systemStatement({
      text: 'delete from idempotency_keys where created_at < $before',
      params: { before: instant },
    }),
  },
  {
    lifetimeMs: dayMs,
    deleteExpired: systemStatement({
      text: 'delete from transcript_unmaskings where until < $before',
      params: { before: instant },
    }),
  },
  {
    lifetimeMs: 3 * dayMs,
    deleteExpired: systemStatement({
      text: 'delete from intake_key_hours where hour < $before',
      params: { before: instant },
    }),
  },
  {
    lifetimeMs: 400 * dayMs,
    deleteExpired: systemStatement({
      text: 'delete from intake_key_days where day < $before::timestamptz::date',
      params: { before: instant },
    }),
  },
  {
    lifetimeMs: 30 * dayMs,
    deleteExpired: systemStatement({
      text: 'delete from unread_names where seen_at < $before',
      params: { before: instant },
    }),
  },
  {
    lifetimeMs: 30 * dayMs,
    deleteExpired: systemStatement({
      text: 'delete from spans where received_at < $before',
      params: { before: instant },
    }),
  },
];

/**
 * Deletes unmaskings a day after their end, hourly counts of keys after three, idempotency keys after a week, spans and
 * names of unread attributes after thirty days and daily counts of keys after 400.
 */
export async function deleteExpiredRows(database: Database, now: Date): Promise<void> {
  await database.inSystem('old-rows.delete', async (tx) => {
    for (const { lifetimeMs, deleteExpired } of lifetimes) {
      await tx.run(deleteExpired, { before: new Date(now.getTime() - lifetimeMs) });
    }
  });
}
