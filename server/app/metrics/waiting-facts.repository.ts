import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text } from '#server/sql/types.ts';

/**
 * Counts and ages of what waits in all companies, in one statement. Each part reads an index of what waits, for each company where
 * the index begins with it, or a table with one row for a company, an integration or an erasure. A distributed PostgreSQL joins no
 * table of the coordinator with shards, so each part is read by itself, and reads no first row for each row of a table that it copies,
 * so the companies are those of one in shards.
 */
export const getWaitingFacts = systemStatement.get({
  text: `
    with runs as materialized (
      select max(ended_at) filter (where name = 'audit-chain') as audited, max(faults) filter (where name = 'audit-chain') as faults,
        coalesce(max(ended_at) filter (where name = 'overwrite'), '-infinity') as overwritten
      from upkeep_runs
    ), derived as materialized (select min(due_at) as since from spans where due_at is not null
    ), indexed as materialized (
      select min(first.created_at) as since from notification_settings c cross join lateral (
        select p.created_at from search_pending p where p.company_id = c.company_id order by p.created_at limit 1) as first
    ), erased as materialized (
      select count(*)::int4 as waiting, min(requested_at) as since from erasures where state = 'waiting'
    ), erased_since as materialized (
      select count(*)::int4 as count, min(finished_at) as since from erasures where finished_at > (select r.overwritten from runs r)
    ), deleted_since as materialized (
      select count(*)::int4 as count, min(finished_at) as since from company_deletions where finished_at > (select r.overwritten from runs r)
    ), used as materialized (
      select count(*) filter (where is_tested and is_broken)::int4 as broken,
        count(*) filter (where is_tested and not is_broken)::int4 as working,
        count(*) filter (where not is_tested)::int4 as untested
      from (select tested_at is not null as is_tested,
          broken_at is not null and (recovered_at is null or recovered_at < broken_at) as is_broken
        from integrations where status) as used
    ), rotated as materialized (
      select min(previous_until) as until from intake_keys where revoked_at is null and previous_until > $now
    )
    select d.since as "deriveSince", x.since as "indexSince", e.waiting as "erasuresWaiting", e.since as "erasuresSince",
      i.broken as "integrationsBroken", i.working as "integrationsWorking", i.untested as "integrationsUntested",
      k.until as "rotationEnds", r.audited as "auditCheckedAt", r.faults as "auditFaults",
      s.count + c.count as "overwriteWaiting", least(s.since, c.since) as "overwriteSince"
    from runs r cross join derived d cross join indexed x cross join erased e cross join used i cross join rotated k
    cross join erased_since s cross join deleted_since c`,
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
