import type { AttentionSource } from '#server/records/attention-source.ts';
import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, integer, text } from '#server/sql/types.ts';

/** The conditions by which a list of keys shows an alert: a silence before rejected reports. */
const isSilent = `a.silent_at > coalesce(a.silence_over_at, '-infinity')`;
const isFailing = `a.failing_at > coalesce(a.failing_over_at, '-infinity')`;

const findFirst = (name: string, condition: string, since: string) =>
  statement.find({
    name,
    text: `
      select k.name, coalesce(${since}, k.created_at) as since, (count(*) over ())::integer as count
      from intake_key_alerts a join intake_keys k on k.company_id = $companyId and k.id = a.intake_key_id
      where a.company_id = $companyId and k.revoked_at is null and ${condition}
      order by since, lower(k.name), k.id limit 1`,
    row: { name: text, since: instant, count: integer },
  });

const findSilent = findFirst('attention.silent-keys', isSilent, 'a.accepted_at');
const findFailing = findFirst(
  'attention.failing-keys',
  `${isFailing} and not coalesce(${isSilent}, false)`,
  'a.failing_at',
);

export const findSilentKeys: AttentionSource<'silentKeys'> = async (tx) => {
  const silent = await findSilent(tx);
  return silent ? { ...silent, since: silent.since.toISOString() } : null;
};

export const findFailingKeys: AttentionSource<'failingKeys'> = async (tx) => {
  const failing = await findFailing(tx);
  return failing ? { ...failing, since: failing.since.toISOString() } : null;
};

const getReport = statement.get({
  name: 'first-steps.report',
  text: `
    select exists (select from intake_key_uses where company_id = $companyId and last_used_at is not null)
      or exists (select from conversations where company_id = $companyId) as "hasReport"`,
  row: { hasReport: boolean },
});

/** A key was used, or conversations of a file were imported. */
export const hasReport: FirstStepSource = async (tx) => (await getReport(tx)).hasReport;
