import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import { unmappedId, noSkillName } from '#contract/conversations/conversations.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { joinCompanySkill, skillState } from '#server/records/skill-state.sql.ts';
import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, text, uuid } from '#server/sql/types.ts';
import { skillDetails, skillRow, storedSkill, type SkillDetails } from './stored-skill.ts';

/* A deleted skill is listed as long as a reported skill is mapped to it, because logs and usage show its name. */
export const listSkillOptions = statement.list({
  name: 'skills.list',
  text: `
    select id, id as "_id", name, is_mapped as "isMapped" from (
      select s.id::text, s.name, true as is_mapped from skills s
      where (s.company_id = $companyId or s.is_provided) and (s.deleted_at is null
        or s.id in (select r.skill_id from reported_skills r where r.company_id = $companyId))
      union all
      select id::text, name, false from reported_skills where company_id = $companyId and skill_id is null
      union all
      select '${unmappedId}', '${noSkillName}', false
      where exists (select from skill_monthly_stats where company_id = $companyId and skill_number = 0)
    ) options order by lower(name), is_mapped desc, id`,
  row: { id: text, _id: text, name: text, isMapped: boolean },
});

const selection = `
  select ${columns(skillRow, 's')}, s.company_id = $companyId as "isOwn", p.price as "priceTenThousandths",
    l.limit_ten_thousandths as "limitTenThousandths", ${skillState} as state,
    s.workflow_approval or coalesce(c.asks_approval, false) as "requiresApproval"
  from skills s
  ${joinCompanySkill}
  ${joinPrice('s', '$today::date', 'p')}
  left join skill_limits l on l.company_id = $companyId and l.skill_id = s.id
  where (s.company_id = $companyId or s.is_provided) and s.deleted_at is null`;

/** The skills of the company and of the provider, by name. */
export const listStore = statement.list({
  name: 'skills.list-store',
  text: `${selection} order by lower(s.name), s.id`,
  params: { today: date },
  row: storedSkill,
});

export const findSkill = statement.find({
  text: `${selection} and s.id = $id`,
  params: { id: uuid, today: date },
  row: storedSkill,
});

/** Locks an undeleted skill of the company until the transaction ends, and no other skill. */
export const lockSkill = statement.run({
  text: 'select from skills where company_id = $companyId and id = $id and deleted_at is null for no key update',
  params: { id: uuid },
  lockedRows: 'id',
});

const created = { ...skillDetails, priceTenThousandths: integer, createdAt: instant, updatedAt: instant };

const createSkillStatement = statement({
  text: `insert into skills ${insertValues(created)} returning id`,
  params: created,
  row: { id: uuid },
});

/** Answers the new skill's id. */
export async function createSkill(
  tx: CompanyTransaction,
  skill: SkillDetails & { readonly priceTenThousandths: TenThousandths },
  now: Date,
): Promise<string> {
  return (await tx.get(createSkillStatement, { ...skill, createdAt: now, updatedAt: now })).id;
}

const updateSkillStatement = statement({
  text: `
    update skills set ${assignments(skillDetails)}, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id`,
  params: { ...skillDetails, id: uuid, now: instant },
});

/** Writes a skill that this transaction has locked, without its price. */
export async function updateSkill(tx: CompanyTransaction, id: string, skill: SkillDetails, now: Date): Promise<void> {
  await tx.run(updateSkillStatement, { ...skill, id, now });
}

/** Marks a locked skill as deleted; its row stays, because logs, usage and invoices show its name. */
export const deleteSkill = statement.run({
  text: `
    update skills set deleted_at = $now, version = version + 1, updated_at = $now,
      transport_key = null, transport_name = null, transport_bytes = null
    where company_id = $companyId and id = $id`,
  params: { id: uuid, now: instant },
});

/** Ends what the company has agreed for the skill: from today on it pays the skill's own price. */
export const endAgreedPrice = statement.list({
  text: `
    insert into skill_prices (company_id, skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    select $companyId, $id, null, $today::date, $createdBy, $now
    from skills s ${joinPrice('s', "'infinity'", 'p')}
    where s.company_id = $companyId and s.id = $id and p.agreed is not null
    returning number`,
  params: { id: uuid, createdBy: text, today: date, now: instant },
  row: { number: integer },
});
