import { storedValue } from '#domain/ledger/attribute-values.ts';
import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, integer, nullable, boolean, text, uuid, type RowOf } from '#server/sql/types.ts';

const attribute = { id: uuid, name: text };
export type StoredAttribute = RowOf<typeof attribute>;

/** In the order in which they count. */
export const listAttributes = statement.list({
  text: 'select id, name from mapped_attributes where company_id = $companyId order by created_at, id',
  row: attribute,
});

/** Attributes of one company are created one after the other, so that none is created beyond the limit. */
export const lockAttributes = statement.run({
  text: `select from pg_advisory_xact_lock(hashtextextended('mapped-attributes:' || ($companyId::uuid)::text, 0))`,
});

export const countAttributes = statement.get({
  text: 'select count(*)::integer as count from mapped_attributes where company_id = $companyId',
  row: { count: integer },
});

export const createAttribute = statement.get({
  text: `
    insert into mapped_attributes (company_id, name, created_at) values ($companyId, $name, $now) returning id, name`,
  params: { name: text, now: instant },
  row: attribute,
});

export const lockAttribute = statement.find({
  text: 'select id, name from mapped_attributes where company_id = $companyId and id = $id for update',
  params: { id: uuid },
  row: attribute,
});

export const deleteAttribute = statement.run({
  text: 'delete from mapped_attributes where company_id = $companyId and id = $id',
  params: { id: uuid },
});

const value = { id: uuid, attributeId: uuid, attribute: text, ...storedValue };
export type StoredValue = RowOf<typeof value>;

const selection = `
  select v.id, v.attribute_id as "attributeId", a.name as attribute, ${columns(storedValue, 'v')}
  from attribute_values v join mapped_attributes a on a.company_id = $companyId and a.id = v.attribute_id
  where v.company_id = $companyId`;

/** Unmapped ones first, the latest on top. */
export const listValues = statement.list({
  text: `${selection}
    order by (v.names_skill or v.names_user or v.is_billed is not null), v.seen_at desc nulls last, v.id`,
  row: value,
});

export const findValue = statement.find({
  text: `${selection} and v.id = $id`,
  params: { id: uuid },
  row: value,
});

export const updateValue = statement.run({
  text: `
    update attribute_values set names_skill = $namesSkill, names_user = $namesUser, is_billed = $isBilled
    where company_id = $companyId and id = $id`,
  params: { id: uuid, namesSkill: boolean, namesUser: boolean, isBilled: nullable(boolean) },
});

/** The reported users behind these keys, and the users that they are mapped to. */
export const listUsersByKey = statement.list({
  text: `
    select k.key, r.number, r.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName"
    from reported_user_keys k join reported_users r on r.company_id = $companyId and r.number = k.number
    left join users u on u.company_id = $companyId and u.id = r.user_id
    where k.company_id = $companyId and k.key = any($keys::text[])`,
  params: { keys: array(text) },
  row: { key: text, number: integer, userId: nullable(uuid), userName: nullable(text) },
});
