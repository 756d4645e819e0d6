import { joinPrice } from './prices/prices.sql.ts';
import { toSkillKey, type ReportedSkill } from '#server/lib/reported-names.ts';
import { instants, rowArrays, texts, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { date, integer, nullable, text, uuid } from '#server/sql/types.ts';
import { getToday } from './calendar/time-zone.repository.ts';

const numbered = { nameKey: text, number: integer };

const nameKeys = rowArrays({ nameKey: texts });

const listNumbersStatement = statement({
  name: 'reported-skills.list-numbers',
  text: `
    select name_key as "nameKey", number from reported_skills
    where company_id = $companyId and name_key = any($nameKey::text[])`,
  params: nameKeys.params,
  row: numbered,
});

/*
 * Priced skills first, because a free one of the same name does not take a name off its price; the company's own before
 * those of the provider, the newest first.
 */
const listSkillsStatement = statement({
  text: `
    select s.id, s.name from skills s
    ${joinPrice('s', '$today::date', 'p')}
    where s.deleted_at is null and (s.company_id = $companyId or s.is_provided)
    order by (p.price > 0) desc, (s.company_id = $companyId) desc, s.created_at desc, s.id`,
  params: { today: date },
  row: { id: uuid, name: text },
});

type NamedSkill = Readonly<{ id: string; name: string }>;
const noSkills: ReadonlyMap<string, NamedSkill> = new Map();

/** By the key of the name; of several with one the first. */
async function listSkillsByKey(tx: CompanyTransaction, now: Date): Promise<ReadonlyMap<string, NamedSkill>> {
  const skills = await tx.list(listSkillsStatement, { today: await getToday(tx, now) });
  return new Map(skills.toReversed().map((skill) => [toSkillKey(skill.name), skill]));
}

const reportedSkills = rowArrays({ name: texts, nameKey: texts, skillId: uuids, createdAt: instants });

const createReportedSkillsStatement = statement({
  text: `
    insert into reported_skills (company_id, ${reportedSkills.names})
    select $companyId, t.* from ${reportedSkills.rows} returning name_key as "nameKey", number`,
  params: reportedSkills.params,
  row: numbered,
});

const previewed = { nameKey: text, number: integer, skillId: nullable(uuid), skillName: nullable(text) };

/** With the name of a deleted skill too, under which conversations are still shown. */
const listMappedStatement = statement({
  text: `
    select r.name_key as "nameKey", r.number, r.skill_id as "skillId", s.name as "skillName" from reported_skills r
    left join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided)
    where r.company_id = $companyId and r.name_key = any($nameKey::text[])`,
  params: nameKeys.params,
  row: previewed,
});

export interface PreviewedSkill {
  readonly name: string;
  /** Below 0 where nothing has been reported under the name. */
  readonly number: number;
  readonly skillId: string | null;
  readonly skillName: string | null;
}

/** Previews the result of `resolveReportedSkills` for these, by key; it creates nothing. */
export async function previewReportedSkills(
  tx: CompanyTransaction,
  skills: readonly ReportedSkill[],
  now: Date,
): Promise<Map<string, PreviewedSkill>> {
  const byKey = new Map(skills.toReversed().map((skill) => [skill.key, skill]));
  const rows = await tx.list(listMappedStatement, nameKeys.encode([...byKey.keys()].map((nameKey) => ({ nameKey }))));
  const known = new Map(rows.map(({ nameKey, ...row }) => [nameKey, row]));
  const candidates = known.size === byKey.size ? noSkills : await listSkillsByKey(tx, now);
  return new Map(
    [...byKey.values()].map(({ key, name }, index) => {
      const found = candidates.get(key);
      const fresh = { number: -1 - index, skillId: found?.id ?? null, skillName: found?.name ?? null };
      return [key, { name, ...(known.get(key) ?? fresh) }];
    }),
  );
}

/**
 * The numbers of reported skills by key. A skill that is reported for the first time is created, and mapped to the
 * company's skill of the same name.
 */
export async function resolveReportedSkills(
  tx: CompanyTransaction,
  skills: readonly ReportedSkill[],
  now: Date,
): Promise<Map<string, number>> {
  const byKey = new Map<string, ReportedSkill>();
  for (const skill of skills) if (!byKey.has(skill.key)) byKey.set(skill.key, skill);
  const known = await tx.list(listNumbersStatement, nameKeys.encode([...byKey.keys()].map((nameKey) => ({ nameKey }))));
  const numbers = new Map(known.map(({ nameKey, number }) => [nameKey, number]));
  const unknown = [...byKey.values()].filter(({ key }) => !numbers.has(key));
  if (unknown.length === 0) return numbers;
  const candidates = await listSkillsByKey(tx, now);
  const rows = unknown.map(({ key, name }) => ({
    name,
    nameKey: key,
    skillId: candidates.get(key)?.id ?? null,
    createdAt: now.getTime(),
  }));
  const created = await tx.list(createReportedSkillsStatement, reportedSkills.encode(rows));
  for (const { nameKey, number } of created) numbers.set(nameKey, number);
  return numbers;
}

const listSharedStatement = statement({
  name: 'ledger.list-shared-scopes',
  text: `
    select name_key as "nameKey", skill_id as "skillId" from reported_skills
    where company_id = $companyId and skill_id in (
      select skill_id from reported_skills where company_id = $companyId group by 1 having count(*) > 1)`,
  row: { nameKey: text, skillId: nullable(uuid) },
});

/** The skill of each name that shares it with other names, by key: their runs are of one skill. */
export async function listSharedScopes(tx: CompanyTransaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.list(listSharedStatement, {});
  return new Map(rows.flatMap(({ nameKey, skillId }) => (skillId === null ? [] : [[nameKey, skillId] as const])));
}
