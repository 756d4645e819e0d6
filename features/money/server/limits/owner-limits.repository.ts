import { withSpendingOf } from '#domain/ledger/owner-spending.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import { statement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, text, textOf, type RowOf } from '#server/sql/types.ts';

/** `eachPerson` has the empty text as owner. */
export type OwnerKind = LimitOwner | 'eachPerson';

const limitColumns = 'limit_ten_thousandths as "limit", action, version';
const storedLimit = { limit: nullable(integer), action: textOf<LimitAction>(), version: integer };

/** An owner with its limit; of none `limit` is null and `version` 1. */
const namedLimit = { owner: text, name: text, ...storedLimit };
export type StoredOwnerLimit = RowOf<typeof namedLimit>;

/** Owners of each kind: `owner`, `name`, `email` (empty where there is none), and when a key has asked and was used. */
const owners: Readonly<Record<LimitOwner, string>> = {
  person: `
    select u.id::text as owner, trim(u.first_name || ' ' || u.last_name) as name, u.email, null::timestamptz as asked,
      null::timestamptz as used
    from users u where u.company_id = $companyId`,
  department: `
    select d.department as owner, d.department as name, '' as email, null::timestamptz as asked, null::timestamptz as used
    from (
      select department from users where company_id = $companyId and department is not null
      union
      select department from cost_owners where company_id = $companyId and department is not null
      union
      select owner from owner_limits where company_id = $companyId and kind = 'department'
    ) d`,
  key: `
    select k.id::text as owner, k.name, '' as email,
      (select n.last_asked_at from intake_key_uses n where n.company_id = $companyId and n.intake_key_id = k.id) as asked,
      (select n.last_used_at from intake_key_uses n where n.company_id = $companyId and n.intake_key_id = k.id) as used
    from intake_keys k where k.company_id = $companyId and k.revoked_at is null`,
};

const ownerLimit = {
  ...namedLimit,
  email: text,
  asked: nullable(instant),
  used: nullable(instant),
  applied: nullable(integer),
  spent: integer,
  denied: integer,
  deniedSince: nullable(instant),
  /** How many rows there are of all; equal in each. */
  count: integer,
};
export type StoredOwnerSpending = RowOf<typeof ownerLimit>;

const eachPersonLimit = (kind: LimitOwner, column: string) =>
  kind === 'person'
    ? `(select e.${column} from owner_limits e where e.company_id = $companyId and e.kind = 'eachPerson' and e.owner = '')`
    : `null`;

function listStatement(kind: LimitOwner) {
  return statement.list({
    text: `
      with ${withSpendingOf(kind)},
      listed as (
        select o.owner, o.name, o.email, o.asked, o.used, l.limit_ten_thousandths as "limit", coalesce(l.action, 'stop') as action,
          coalesce(l.version, 1) as version,
          coalesce(l.limit_ten_thousandths, ${eachPersonLimit(kind, 'limit_ten_thousandths')})::bigint as applied,
          coalesce((select s.total from spending s where s.owner = o.owner), 0) as spent,
          coalesce((select d.denied from denials d where d.owner = o.owner), 0) as denied,
          (select d.since from denials d where d.owner = o.owner) as "deniedSince"
        from (${owners[kind]}) o
        left join owner_limits l on l.company_id = $companyId and l.kind = '${kind}' and l.owner = o.owner)
      select listed.*, count(*) over () as count from listed
      where ($only::text is null or listed.owner = $only)
        and case when $search = '' then $only is not null or listed."limit" is not null or (listed.spent > 0 and listed.spent * 5 >= listed.applied * 4)
        else position(fold_text($search) in fold_text(concat_ws(' ', listed.name, listed.email))) > 0 end
      order by listed.spent >= listed.applied desc nulls last,
        listed.spent::float8 / greatest(listed.applied, 1) desc nulls last, lower(listed.name), listed.owner limit $limit`,
    params: { month: date, search: text, only: nullable(text), limit: integer },
    row: ownerLimit,
  });
}

/** Owners with a limit, and those near the one that applies; with a search all that match; with `only` that one. The most used first. */
export const listOwnerLimits = {
  person: listStatement('person'),
  department: listStatement('department'),
  key: listStatement('key'),
} satisfies Record<LimitOwner, unknown>;

/** The limit that applies to a user, and what the user has spent of it. */
export const getOwnLimit = statement.find({
  text: `
    with ${withSpendingOf('person')}
    select coalesce(own.limit_ten_thousandths, ${eachPersonLimit('person', 'limit_ten_thousandths')})::bigint as "limit",
      coalesce(own.action, ${eachPersonLimit('person', 'action')}, 'stop') as action,
      coalesce((select s.total from spending s where s.owner = $owner), 0) as spent,
      coalesce((select d.denied from denials d where d.owner = $owner), 0) as denied,
      (select d.since from denials d where d.owner = $owner) as "deniedSince",
      (select q.created_at from limit_requests q where q.company_id = $companyId and q.kind = 'person' and q.owner = $owner
        and q.state = 'open' and q.expires_at > $now) as "askedAt"
    from (select 1) one
    left join owner_limits own on own.company_id = $companyId and own.kind = 'person' and own.owner = $owner`,
  params: { month: date, owner: text, now: instant },
  row: {
    limit: nullable(integer),
    action: textOf<LimitAction>(),
    spent: integer,
    denied: integer,
    deniedSince: nullable(instant),
    askedAt: nullable(instant),
  },
});

/* Not by an outer join, which a distributed PostgreSQL must not plan where one side is copied. */
const toStored = (kind: OwnerKind) => {
  const ofOwner = (column: string) => `(select l.${column} from owner_limits l
    where l.company_id = $companyId and l.kind = '${kind}' and l.owner = o.owner)`;
  return `${ofOwner('limit_ten_thousandths')} as "limit", coalesce(${ofOwner('action')}, 'stop') as action,
    coalesce(${ofOwner('version')}, 1) as version`;
};

const findStatement = (kind: LimitOwner) =>
  statement.find({
    text: `
      select o.owner, o.name, ${toStored(kind)} from (${owners[kind]}) o where o.owner = $owner`,
    params: { owner: text },
    row: namedLimit,
  });

const findEachPersonStatement = statement.find({
  text: `
    select o.owner, '' as name, ${toStored('eachPerson')} from (select $owner::text as owner) o`,
  params: { owner: text },
  row: namedLimit,
});

/** The limit of an owner; undefined where the company has no such owner. */
export const findOwnerLimit = {
  person: findStatement('person'),
  department: findStatement('department'),
  key: findStatement('key'),
  eachPerson: findEachPersonStatement,
} satisfies Record<OwnerKind, unknown>;

/* Raised or set in a version of its own, so that its warnings are sent again. */
export const upsertOwnerLimit = statement.get({
  text: `
    insert into owner_limits as l (company_id, kind, owner, limit_ten_thousandths, action, version, raises)
    select $companyId, $kind, $owner, $limit, $action, next.version, next.version
    from (select nextval('skill_limits__version')::integer as version) next
    on conflict (company_id, kind, owner)
    do update set limit_ten_thousandths = excluded.limit_ten_thousandths, action = excluded.action,
      raises = case when excluded.limit_ten_thousandths > l.limit_ten_thousandths then excluded.raises else l.raises end,
      version = excluded.version
    returning ${limitColumns}`,
  params: { kind: textOf<OwnerKind>(), owner: text, limit: integer, action: textOf<LimitAction>() },
  row: storedLimit,
});

export const deleteOwnerLimit = statement.run({
  text: 'delete from owner_limits where company_id = $companyId and kind = $kind and owner = $owner',
  params: { kind: textOf<OwnerKind>(), owner: text },
});
