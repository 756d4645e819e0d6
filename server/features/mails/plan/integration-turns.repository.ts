import { statement } from '../../../sql/statement.ts';
import { instant, nullable, text, textOf, uuid } from '../../../sql/types.ts';

/**
 * The breaks and recoveries of integrations since an instant, oldest first. `at` is the first failure of a break; a break
 * that is over already is left out with its recovery.
 */
export const listIntegrationTurns = statement.list({
  text: `
    select id, name, 'broken' as turn, broken_at as "foundAt", coalesce(failing_since, broken_at) as at, failure
    from integrations
    where company_id = $companyId and status and broken_at > $since and (recovered_at is null or recovered_at < broken_at)
    union all
    select id, name, 'recovered', recovered_at, recovered_at, null
    from integrations i
    where i.company_id = $companyId and recovered_at > $since and exists (
      select from notification_log l where l.company_id = $companyId
        and l.key = 'integration:' || i.id || ':broken:' || floor(extract(epoch from i.broken_at) * 1000)::bigint)
    order by "foundAt", id`,
  params: { since: instant },
  row: {
    id: uuid,
    name: text,
    turn: textOf<'broken' | 'recovered'>(),
    foundAt: instant,
    at: instant,
    failure: nullable(text),
  },
});
