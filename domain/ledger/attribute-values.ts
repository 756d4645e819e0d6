import type { Database } from '#server/database/open-database.ts';
import { maxAttributeValues } from '#features/intake/contract/attribute-values.ts';
import { toSkillKey } from '#server/lib/reported-names.ts';
import { noRules, type AttributeRules, type SeenValue } from '#server/lib/attribute-values.ts';
import { rowArrays, texts } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, json, nullable, text } from '#server/sql/types.ts';
import { joinPrice } from './prices/prices.sql.ts';
import { getToday } from './calendar/time-zone.repository.ts';

/* Values of mapped attributes: written by the intake, which sees them, and by the pages that map them. */

interface StoredRule {
  readonly digest: string;
  readonly shown: string;
  readonly namesSkill: boolean;
  readonly namesUser: boolean;
  readonly isBilled: boolean | null;
}

const listRulesStatement = statement({
  name: 'attribute-values.list-rules',
  text: `
    select a.name, coalesce((
      select json_agg(json_build_object('digest', v.digest, 'shown', v.shown, 'namesSkill', v.names_skill,
        'namesUser', v.names_user, 'isBilled', v.is_billed) order by v.id)
      from attribute_values v
      where v.company_id = $companyId and v.attribute_id = a.id and (v.names_skill or v.names_user or v.is_billed is not null)
    ), '[]') as rules
    from mapped_attributes a where a.company_id = $companyId order by a.created_at, a.id`,
  row: { name: text, rules: json<StoredRule[]>() },
});

/* Of the store too, because a name that is reported for the first time is mapped to the skill of that name. */
const listPricedNamesStatement = statement({
  name: 'attribute-values.list-priced-names',
  text: `
    with priced as (
      select s.id, s.name, s.deleted_at from skills s
      ${joinPrice('s', '$today::date', 'p')}
      where (s.company_id = $companyId or s.is_provided) and p.price > 0
    )
    select name, false as "isKey" from priced where deleted_at is null
    union
    select r.name_key, true from reported_skills r join priced on priced.id = r.skill_id where r.company_id = $companyId`,
  params: { today: date },
  row: { name: text, isKey: boolean },
});

async function listPricedNames(database: Pick<Database, 'inCompany'>, companyId: string, now: Date) {
  const today = await database.inCompany.read(companyId, (tx) => getToday(tx, now));
  return database.inCompany.read(companyId, (tx) => tx.list(listPricedNamesStatement, { today }));
}

/** How a company maps attributes; without any it takes one short statement. */
export async function getAttributeRules(
  database: Pick<Database, 'inCompany'>,
  companyId: string,
  now: Date,
): Promise<AttributeRules> {
  const attributes = await database.inCompany.read(companyId, (tx) => tx.list(listRulesStatement, {}));
  if (attributes.length === 0) return noRules;
  const rules = attributes.flatMap(({ name, rules: ofAttribute }) =>
    ofAttribute.map((rule) => ({ attribute: name, ...rule })),
  );
  const namesSkills = rules.some(({ namesSkill }) => namesSkill);
  const priced = namesSkills ? await listPricedNames(database, companyId, now) : [];
  // A name made of an attribute is no name of the sender.
  const pricedKeys = priced.map(({ name, isKey }) => (isKey ? name : toSkillKey(name)));
  return { attributes: attributes.map(({ name }) => name), rules, pricedKeys };
}

const seenValues = rowArrays({ attribute: texts, digest: texts, shown: texts });

/* To the minute, because a busy value would otherwise be written with every export. */
const upsertSeenStatement = statement({
  name: 'attribute-values.upsert-seen',
  text: `
    insert into attribute_values as v (company_id, attribute_id, digest, shown, seen_at)
    select $companyId, a.id, t.digest, t.shown, $now
    from ${seenValues.rows} join mapped_attributes a on a.company_id = $companyId and a.name = t.attribute
    order by a.id, t.digest
    on conflict (company_id, attribute_id, digest) do update set seen_at = excluded.seen_at
    where v.seen_at is null or v.seen_at < excluded.seen_at - interval '1 minute'
    returning v.id::text as id`,
  params: { ...seenValues.params, now: instant },
  row: { id: text },
});

/* Mapped values stay, however long ago they were seen. */
const deleteOldestStatement = statement({
  name: 'attribute-values.delete-oldest',
  text: `
    delete from attribute_values v using (
      select id, row_number() over (partition by attribute_id order by seen_at desc nulls last, id) as place
      from attribute_values
      where company_id = $companyId and not names_skill and not names_user and is_billed is null
    ) old
    where v.company_id = $companyId and v.id = old.id and old.place > ${maxAttributeValues}`,
});

/** Records values that were seen; of each attribute the latest unmapped ones are kept. */
export async function recordSeenValues(tx: CompanyTransaction, seen: readonly SeenValue[], now: Date): Promise<void> {
  if (seen.length === 0) return;
  const written = await tx.list(upsertSeenStatement, { ...seenValues.encode(seen.slice(0, maxSeen)), now });
  if (written.length > 0) await tx.run(deleteOldestStatement, {});
}

/** Values that are recorded of one export. */
const maxSeen = 200;

export const storedValue = {
  digest: text,
  shown: text,
  seenAt: nullable(instant),
  namesSkill: boolean,
  namesUser: boolean,
  isBilled: nullable(boolean),
};
