import { statement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid } from '#server/sql/types.ts';

const turns = {
  silent: `a.silent_at > $since and coalesce(a.silence_over_at, '-infinity') < a.silent_at`,
  reporting: 'a.silence_over_at > $since and a.silent_at <= a.silence_over_at',
  failing: `a.failing_at > $since and coalesce(a.failing_over_at, '-infinity') < a.failing_at`,
  accepted: 'a.failing_over_at > $since and a.failing_at <= a.failing_over_at',
};

const select = (turn: keyof typeof turns, foundAt: string) => `
    select k.id, k.name, '${turn}' as turn, ${foundAt} as "foundAt", a.accepted_at as "acceptedAt",
      a.silence_hours as "silenceHours"
    from intake_key_alerts a join intake_keys k on k.company_id = $companyId and k.id = a.intake_key_id
    where a.company_id = $companyId and k.revoked_at is null and ${turns[turn]}`;

/* The recovery of what was not mailed is left out. */
const wasMailed = (turn: string, at: string) => `
      and exists (
        select from notification_log l where l.company_id = $companyId
          and l.key = 'intake-key:' || k.id || ':${turn}:' || floor(extract(epoch from ${at}) * 1000)::bigint)`;

/** The active keys that became silent or failing since an instant, and those that are so no more, oldest first. */
export const listIntakeKeyTurns = statement.list({
  text: `
    ${select('silent', 'a.silent_at')}
    union all
    ${select('reporting', 'a.silence_over_at')} ${wasMailed('silent', 'a.silent_at')}
    union all
    ${select('failing', 'a.failing_at')}
    union all
    ${select('accepted', 'a.failing_over_at')} ${wasMailed('failing', 'a.failing_at')}
    order by "foundAt", id`,
  params: { since: instant },
  row: {
    id: uuid,
    name: text,
    turn: textOf<'silent' | 'reporting' | 'failing' | 'accepted'>(),
    foundAt: instant,
    acceptedAt: nullable(instant),
    silenceHours: nullable(integer),
  },
});

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
