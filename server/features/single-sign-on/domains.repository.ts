import { statement, systemStatement } from '../../sql/statement.ts';
import { boolean, instant, integer, text, uuid } from '../../sql/types.ts';

const domain = { companyId: uuid, domain: text, proof: text };

/** Verified domains whose record was not looked up since. */
export const listDueDomains = systemStatement.list({
  text: `
    select company_id as "companyId", domain, proof from sign_in_domains
    where coalesce(checked_at, proven_at) <= $before and proven_at is not null
    order by checked_at nulls first limit 500`,
  params: { before: instant },
  row: domain,
});

/**
 * Counts a look-up that had an answer; the last of `most` absences in a row withdraws the proof. Undefined where another
 * portal has counted it, or the domain is not verified any more.
 */
export const recordLookUp = statement.find({
  text: `
    update sign_in_domains set checked_at = $now, absences = case when $isThere then 0 else absences + 1 end,
      proven_at = case when $isThere or absences + 1 < $most then proven_at end
    where company_id = $companyId and domain = $domain and proof = $proof
      and coalesce(checked_at, proven_at) <= $before and proven_at is not null
    returning absences`,
  params: { domain: text, proof: text, now: instant, before: instant, isThere: boolean, most: integer },
  row: { absences: integer },
});
