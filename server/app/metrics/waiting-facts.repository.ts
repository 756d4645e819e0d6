import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text } from '#server/sql/types.ts';

/**
 * Counts and ages of what waits in all companies, in one statement. Each part reads an index of what waits, for each company where
 * the index begins with it, or a table with one row for a company, an integration or an erasure. The companies are those of a table
 * in shards, because a distributed PostgreSQL reads no first row for each row of a table that it copies.
 */
export const getWaitingFacts = systemStatement.get({
  text: `
    select (select min(due_at) from spans where due_at is not null) as "deriveSince",
      (select min(first.created_at) from notification_settings c cross join lateral (
          select p.created_at from search_pending p where p.company_id = c.company_id order by p.created_at limit 1) as first
      ) as "indexSince",
      e.waiting as "erasuresWaiting", e.since as "erasuresSince",
      i.broken as "integrationsBroken", i.working as "integrationsWorking", i.untested as "integrationsUntested",
      (select min(previous_until) from intake_keys where revoked_at is null and previous_until > $now) as "rotationEnds",
      a.ended_at as "auditCheckedAt", a.faults as "auditFaults",
      (select count(*)::int4 from erasures where finished_at > coalesce(o.ended_at, '-infinity'))
        + (select count(*)::int4 from company_deletions where finished_at > coalesce(o.ended_at, '-infinity')) as "overwriteWaiting",
      least((select min(finished_at) from erasures where finished_at > coalesce(o.ended_at, '-infinity')),
        (select min(finished_at) from company_deletions where finished_at > coalesce(o.ended_at, '-infinity'))) as "overwriteSince"
    from (select count(*)::int4 as waiting, min(requested_at) as since from erasures where state = 'waiting') e
    cross join (
      select count(*) filter (where is_tested and is_broken)::int4 as broken,
        count(*) filter (where is_tested and not is_broken)::int4 as working,
        count(*) filter (where not is_tested)::int4 as untested
      from (select tested_at is not null as is_tested,
          broken_at is not null and (recovered_at is null or recovered_at < broken_at) as is_broken
        from integrations where status) as used) i
    left join upkeep_runs a on a.name = 'audit-chain'
    left join upkeep_runs o on o.name = 'overwrite'`,
  params: { now: instant },
  row: {
    deriveSince: nullable(instant),
    indexSince: nullable(instant),
    erasuresWaiting: integer,
    erasuresSince: nullable(instant),
    integrationsBroken: integer,
    integrationsWorking: integer,
    integrationsUntested: integer,
    rotationEnds: nullable(instant),
    auditCheckedAt: nullable(instant),
    auditFaults: nullable(integer),
    overwriteWaiting: integer,
    overwriteSince: nullable(instant),
  },
});

/** Answers where the database does. */
export const getState = systemStatement.get({
  text: `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  row: { isReadOnly: boolean },
});

/** Certificates of the SAML issuers in use, as PEM. */
export const listCertificates = systemStatement.list({
  text: `select certificates from sign_in_providers where kind = 'saml' and issuer <> '' order by company_id limit 1000`,
  row: { certificates: array(text) },
});
