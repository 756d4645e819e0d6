import { mostFailures } from '#contract/attention/attention-facts.ts';
import { addDays, getStartOfDay } from '#contract/calendar/zones.ts';
import type { AttentionSource } from '#server/records/attention-source.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, json } from '#server/sql/types.ts';

/** Days of which failures are counted, today included. */
const days = 7;
/** Reasons that are masked before equal ones are added. */
const mostReasons = 50;

/* An index holds the conversations that failed. A resolved review says that nothing is left to do, as in the log's filter. */
const failures = `
  select c.failure from conversations c
  where c.company_id = $companyId and c.failure is not null and not c.technical
    and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz
    and not exists (
      select from conversation_reviews r
      where r.company_id = $companyId and r.conversation_id = c.id and r.resolved_at is not null)
  order by c.started_at desc, c.id desc limit ${mostFailures + 1}`;

const countFailures = statement.get({
  name: 'attention.failures',
  text: `
    with failed as materialized (${failures})
    select (select count(*) from failed)::integer as count, ${toJsonRows(
      `select failure as reason, count(*) as count from failed group by 1 order by 2 desc, 1 limit ${mostReasons}`,
    )} as reasons`,
  params: { from: instant, until: instant },
  row: { count: integer, reasons: json<{ reason: string; count: number }[]>() },
});

/** The reasons are as they are stored: the service masks them. */
export const findFailedAnswers: AttentionSource<'failedAnswers'> = async (tx, { today, timeZone }) => {
  const from = addDays(today, 1 - days);
  const { count, reasons } = await countFailures(tx, {
    from: new Date(getStartOfDay(from, timeZone)),
    until: new Date(getStartOfDay(addDays(today, 1), timeZone)),
  });
  if (count === 0) return null;
  return { count: Math.min(count, mostFailures), isMore: count > mostFailures, reasons, from, to: today };
};
