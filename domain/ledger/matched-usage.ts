import { toDayNumber } from '#contract/calendar/zones.ts';
import { runInPieces, startInPieces } from '#server/lib/concurrency/pieces.ts';
import { booleans, dates, instants, integers, rowArrays, smallints, texts, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid } from '#server/sql/types.ts';
import { billedFacts, getBilledSince, selectBilledFacts } from './calendar/billed-since.ts';
import type { LedgerMoment } from './calendar/ledger-moment.ts';
import type { StoredUsage, UsageMatch } from './match-usage.ts';
import type { CountedUsage, KnownUsage, UsageEvent, UsageState } from './usage-event.ts';
import { listReleasable, listReleased } from './released-usage.ts';
import { listReplaceable } from './replaced-usage.ts';

/*
 * Usage events that are stored beside the ledger, because they count as runs that the ledger holds under another id, or
 * are history. They are bounded by what channels report of one conversation.
 */

/** The columns of a reported event, the same in the ledger and beside it. */
export const usageColumns = {
  id: uuids,
  externalId: texts,
  occurredAt: instants,
  day: dates,
  conversationId: uuids,
  skillNumber: integers,
  userNumber: integers,
  channels: smallints,
  senders: texts,
  intakeKeyId: uuids,
  model: texts,
};

const conversationIds = rowArrays({ conversationId: uuids });
const toHex = (id: string) => `replace(${id}::text, '-', '')`;
const scope = 'coalesce(r.skill_id, r.id)';
const unbilledState = `case when is_imported then 'imported' when is_released then 'released' else 'matched' end`;

/* `offset 0` keeps the planner from joining before it has looked up all conversations in one pass through each index. */
const countUsageStatement = statement({
  name: 'ledger.count-usage',
  text: `
    select ${toHex('u.conversation_id')} as "conversationId", ${scope} as scope, u.channels, u.senders, u.state, u.count
    from (
      select conversation_id, skill_number, channels, senders, 'billed' as state, count(*) as count from usage_events
      where company_id = $companyId and conversation_id = any($conversationId::uuid[]) group by 1, 2, 3, 4
      union all
      select conversation_id, skill_number, channels, senders, ${unbilledState}, count(*)
      from matched_usage_events
      where company_id = $companyId and conversation_id = any($conversationId::uuid[]) group by 1, 2, 3, 4, 5
      offset 0
    ) u
    left join reported_skills r on r.company_id = $companyId and r.number = u.skill_number`,
  params: conversationIds.params,
  row: {
    conversationId: text,
    scope: nullable(uuid),
    channels: integer,
    senders: text,
    state: textOf<UsageState>(),
    count: integer,
  },
});

const usageIds = rowArrays({ id: uuids });

const listKnownStatement = statement({
  name: 'ledger.list-known',
  text: `
    select ${toHex('u.id')} as id, ${toHex('u.conversation_id')} as "conversationId", ${scope} as scope, u.channels, u.senders, u.state
    from (
      select id, conversation_id, skill_number, channels, senders, 'billed' as state from usage_events
      where company_id = $companyId and id = any($id::uuid[])
      union all
      select id, conversation_id, skill_number, channels, senders, ${unbilledState}
      from matched_usage_events where company_id = $companyId and id = any($id::uuid[])
      offset 0
    ) u
    left join reported_skills r on r.company_id = $companyId and r.number = u.skill_number`,
  params: usageIds.params,
  row: {
    id: text,
    conversationId: nullable(text),
    scope: nullable(uuid),
    channels: integer,
    senders: text,
    state: textOf<UsageState>(),
  },
});

const skillNumbers = rowArrays({ number: integers });

const listScopesStatement = statement({
  name: 'ledger.list-scopes',
  text: `
    select r.number, ${scope} as scope from reported_skills r
    where r.company_id = $companyId and r.number = any($number::int4[])`,
  params: skillNumbers.params,
  row: { number: integer, scope: uuid },
});

const getBilledSinceStatement = statement({
  name: 'ledger.billed-since',
  text: `select ${selectBilledFacts} as facts from companies where id = $companyId`,
  row: { facts: billedFacts },
});

/** Reads the stored usage of these events' conversations, and that under their ids. */
export async function getStoredUsage(
  tx: CompanyTransaction,
  events: readonly UsageEvent[],
  moment: LedgerMoment,
): Promise<StoredUsage> {
  const conversations = [...new Set(events.flatMap(({ conversationId }) => conversationId ?? []))];
  const numbers = [...new Set(events.map(({ skillNumber }) => skillNumber))];
  const replaced = [...new Set(events.flatMap(({ replaces }) => replaces))];
  const ids = [...new Set([...events.map(({ id }) => id), ...replaced])].map((id) => ({ id }));
  const isReleasing = events.some(({ isReleased }) => isReleased);
  const reported = events.map(({ id }) => id);
  const [known, replaceable, releasable, released, counted, scopes, { facts }] = await startInPieces([
    () => tx.list(listKnownStatement, usageIds.encode(ids)),
    () => listReplaceable(tx, replaced, moment),
    () => listReleasable(tx, isReleasing ? reported : [], moment),
    () => listReleased(tx, reported),
    () => countUsage(tx, conversations),
    () => tx.list(listScopesStatement, skillNumbers.encode(numbers.map((number) => ({ number })))),
    () => tx.get(getBilledSinceStatement),
  ]);
  const others = new Set(known.flatMap(({ conversationId }) => conversationId ?? []));
  for (const id of conversations) others.delete(id);
  return {
    counted: [...counted, ...(await countUsage(tx, [...others]))],
    known,
    replaceable,
    releasable,
    released,
    scopes: new Map(scopes.map(({ number, scope: id }) => [number, id])),
    billedSince: toDayNumber(getBilledSince(facts)) - toDayNumber('2000-01-01'),
  };
}

async function countUsage(tx: CompanyTransaction, conversations: readonly string[]): Promise<CountedUsage[]> {
  if (conversations.length === 0) return [];
  const ids = conversations.map((conversationId) => ({ conversationId }));
  return tx.list(countUsageStatement, conversationIds.encode(ids));
}

const changedUsage = rowArrays({ id: uuids, conversationId: uuids, channels: smallints, senders: texts });

const updateBilledStatement = statement({
  name: 'ledger.update-billed',
  text: `
    update usage_events e set conversation_id = t.conversation_id, channels = t.channels, senders = t.senders
    from ${changedUsage.rows} where e.company_id = $companyId and e.id = t.id`,
  params: changedUsage.params,
});

const changedUnbilled = rowArrays({
  id: uuids,
  channels: smallints,
  senders: texts,
  isImported: booleans,
  isReleased: booleans,
});

const updateMatchedStatement = statement({
  name: 'ledger.update-matched',
  text: `
    update matched_usage_events e set channels = t.channels, senders = t.senders, is_imported = t.is_imported,
      is_released = t.is_released
    from ${changedUnbilled.rows}
    where e.company_id = $companyId and e.id = t.id`,
  params: changedUnbilled.params,
});

/** Writes channels, and the conversation of an event that had none. */
export async function updateUsage(tx: CompanyTransaction, changed: readonly KnownUsage[]): Promise<void> {
  const { billed = [], unbilled = [] } = Object.groupBy(changed, ({ state }) =>
    state === 'billed' ? 'billed' : 'unbilled',
  );
  if (billed.length > 0) await tx.run(updateBilledStatement, changedUsage.encode(billed));
  const rows = unbilled.map(({ id, channels, senders, state }) => ({
    id,
    channels,
    senders,
    isImported: state === 'imported',
    isReleased: state === 'released',
  }));
  if (rows.length > 0) await tx.run(updateMatchedStatement, changedUnbilled.encode(rows));
}

const unbilledUsage = rowArrays({ ...usageColumns, isImported: booleans, isReleased: booleans });

const createUnbilledStatement = statement({
  name: 'ledger.create-unbilled',
  text: `
    insert into matched_usage_events (company_id, ${unbilledUsage.names})
    select $companyId, t.* from ${unbilledUsage.rows}`,
  params: unbilledUsage.params,
});

export async function createUnbilled(tx: CompanyTransaction, unbilled: UsageMatch['unbilled']): Promise<void> {
  if (unbilled.length === 0) return;
  await tx.run(createUnbilledStatement, await runInPieces(unbilledUsage.encodeColumns(unbilled)));
}

const claimed = rowArrays({ conversationId: uuids, scope: uuids, count: integers });

const claimMatchedStatement = statement({
  text: `
    delete from matched_usage_events m using (
      select c.id from ${claimed.rows}
      cross join lateral (
        select e.id from matched_usage_events e
        left join reported_skills r on r.company_id = $companyId and r.number = e.skill_number
        where e.company_id = $companyId and e.conversation_id = t.conversation_id and not e.is_imported
          and not e.is_released
          and ${scope} is not distinct from t.scope
        order by e.occurred_at, e.id limit t.count
      ) c
    ) claimed
    where m.company_id = $companyId and m.id = claimed.id
    returning ${toHex('m.id')} as id, m.external_id as "externalId", m.occurred_at as "occurredAt",
      m.day - date '2000-01-01' as day, ${toHex('m.conversation_id')} as "conversationId",
      m.skill_number as "skillNumber", m.user_number as "userNumber", m.channels, m.senders,
      m.intake_key_id as "intakeKeyId", m.model`,
  params: claimed.params,
  row: {
    id: text,
    externalId: text,
    occurredAt: instant,
    day: integer,
    conversationId: text,
    skillNumber: integer,
    userNumber: integer,
    channels: integer,
    senders: text,
    intakeKeyId: nullable(uuid),
    model: nullable(text),
  },
});

/** Takes out matched events of which it is known now that they are runs of their own. */
export async function claimMatched(tx: CompanyTransaction, missing: UsageMatch['missing']): Promise<UsageEvent[]> {
  if (missing.length === 0) return [];
  const rows = await tx.list(claimMatchedStatement, claimed.encode(missing));
  return rows.map(({ occurredAt, ...row }) => ({
    ...row,
    occurredAt: occurredAt.getTime(),
    isBilled: null,
    replaces: [],
  }));
}

const commitReservationsStatement = statement({
  name: 'ledger.commit-reservations',
  text: `
    update budget_reservations b set state = 'committed' from ${usageIds.rows}
    where b.company_id = $companyId and b.id = t.id and b.state = 'held'
      and not exists (
        select from matched_usage_events m
        where m.company_id = $companyId and m.id = t.id and (m.is_imported or m.is_released)
      )`,
  params: usageIds.params,
});

/**
 * Ends the reservations of reported events that add nothing to the ledger. One whose run was released, and that is asked for again,
 * waits for the assistant: the report may be of the run that did not take place.
 */
export async function commitReservations(
  tx: CompanyTransaction,
  events: readonly UsageEvent[],
  billed: readonly UsageEvent[],
): Promise<void> {
  const added = new Set(billed.map(({ id }) => id));
  const repeated = events.filter(({ id }) => !added.has(id));
  if (repeated.length > 0) await tx.run(commitReservationsStatement, usageIds.encode(repeated));
}

const moves = rowArrays({ from: uuids, to: uuids });
const movedRows = 'unnest($from::uuid[], $to::uuid[]) as t ("from", "to")';
const toMove = (table: string) => `
  update ${table} e set conversation_id = t."to" from ${movedRows}
  where e.company_id = $companyId and e.conversation_id = t."from"`;

const moveBilledStatement = statement({ text: toMove('usage_events'), params: moves.params });
const moveMatchedStatement = statement({ text: toMove('matched_usage_events'), params: moves.params });

/** Gives the usage events of one conversation to another. */
export async function moveUsage(
  tx: CompanyTransaction,
  moved: ReadonlyArray<{ readonly from: string; readonly to: string }>,
): Promise<void> {
  if (moved.length === 0) return;
  await tx.run(moveBilledStatement, moves.encode(moved));
  await tx.run(moveMatchedStatement, moves.encode(moved));
}
