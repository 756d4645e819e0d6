import type { Steps } from '#server/lib/concurrency/pieces.ts';
import type { DayNumber } from '#server/sql/sql-arrays.ts';
import { joinSenders } from './count-runs.ts';
import { usageChannels, type CountedUsage, type KnownUsage, type UsageEvent } from './usage-event.ts';
import { countBillable, createGroups, type Group, type Row } from './usage-groups.ts';

/** Stored state of everything that the events name. */
export interface StoredUsage {
  readonly counted: readonly CountedUsage[];
  readonly known: readonly KnownUsage[];
  /** Ids in `known` that telemetry alone has reported, in a month that is not billed yet. */
  readonly replaceable: ReadonlySet<string>;
  /** By the number of a reported skill. */
  readonly scopes: ReadonlyMap<number, string>;
  /** Ids in `known` that can be taken out of the ledger, because no commit has named them and their month is not billed yet. */
  readonly releasable: ReadonlySet<string>;
  /** Ids of reported events of which the reservation was released. */
  readonly released: ReadonlySet<string>;
  /** Earlier days are history, whatever a report says. */
  readonly billedSince: DayNumber;
}

export interface SurplusUsage {
  readonly conversationId: string;
  readonly scope: string | null;
  readonly count: number;
  readonly nearMs: number;
}

export interface UnbilledUsage extends UsageEvent {
  readonly conversationId: string;
  readonly isImported: boolean;
  readonly isReleased: boolean;
}

export interface UsageMatch {
  /** For the ledger. */
  readonly billed: readonly UsageEvent[];
  /** Not for the ledger, and not stored yet. */
  readonly unbilled: readonly UnbilledUsage[];
  /** Stored events that others replace; ids. */
  readonly withdrawn: readonly string[];
  /** Stored events of which channels, conversation or state changed. */
  readonly changed: readonly KnownUsage[];
  /** How many of the billed events of a conversation are, as is known now, runs that were released at about this time. */
  readonly surplus: readonly SurplusUsage[];
  /** How many of the stored matched events are billed now. */
  readonly missing: readonly MissingUsage[];
}

interface MissingUsage {
  readonly conversationId: string;
  readonly scope: string | null;
  readonly count: number;
}

/**
 * Decides which of the reported events are new runs. The ledger gains as many as the number of runs grows by, so that a
 * changed mapping bills nothing by itself, and what was billed without its conversation counts there later.
 */
export function* matchUsage(events: readonly UsageEvent[], stored: StoredUsage): Steps<UsageMatch> {
  const groups = createGroups(stored.counted);
  const rows = new Map<string, Row>(
    stored.known.map((known) => [known.id, { ...known, event: undefined, isChanged: false }]),
  );
  const withdrawn: string[] = [];
  for (const reported of events) {
    const replaced = findReplaced(reported, rows, stored);
    for (const row of replaced.withdrawn) {
      groups.withdraw(row);
      rows.delete(row.id);
      withdrawn.push(row.id);
    }
    const event = { ...reported, id: replaced.id };
    const row = rows.get(event.id);
    const renewed = row && renew(row, event, stored);
    if (row && renewed) {
      groups.withdraw(row);
      if (!row.event) withdrawn.push(row.id);
      rows.set(event.id, renewed);
      groups.add(renewed);
    } else if (row) repeat(row, event, { groups, stored });
    else if (!groups.isKnownConversation(event)) {
      const added = toRow(event, stored);
      rows.set(event.id, added);
      groups.add(added);
    }
    yield;
  }
  const missing: MissingUsage[] = [];
  for (const { conversationId, scope, fresh, ...group } of groups.list()) {
    const due = countBillable(group) - Math.max(group.billed, group.before);
    for (const row of [...fresh].slice(0, Math.max(0, due))) row.state = 'billed';
    if (due > fresh.size) missing.push({ conversationId, scope, count: due - fresh.size });
    yield;
  }
  return { ...(yield* toMatch([...rows.values()])), withdrawn, missing, surplus: findSurplus(groups.list(), events) };
}

/** Finds the usage that a released reservation takes off what others have reported of its conversation. */
function findSurplus(groups: readonly Group[], events: readonly UsageEvent[]): SurplusUsage[] {
  const released = events.filter(({ isReleased }) => isReleased);
  return groups.flatMap(({ conversationId, scope, ...group }) => {
    const [first] = released.filter((event) => event.conversationId === conversationId);
    const count = Math.min(group.billed, group.before) - countBillable(group);
    return first && count > 0 ? [{ conversationId, scope, count, nearMs: first.occurredAt }] : [];
  });
}

/** The row in the place of a stored one: of a run that was billed and is released, or the other way round. */
function renew(row: Row, event: UsageEvent, stored: StoredUsage): Row | undefined {
  const isTaken = event.channels === usageChannels.authorize && !event.isReleased;
  if (row.state === 'released') return isTaken ? toRow({ ...event, replaces: [] }, stored) : undefined;
  if (!event.isReleased || row.state !== 'billed' || !stored.releasable.has(row.id)) return undefined;
  const conversationId = row.conversationId ?? event.conversationId;
  return { ...toRow(event, stored), conversationId, channels: row.channels | event.channels, senders: row.senders };
}

/**
 * Which rows an event replaces, and its id: that of a row that has to stay, because it is billed or another channel has
 * reported it too. A row of its own id and skill stays as it is.
 */
function findReplaced(
  event: UsageEvent,
  rows: ReadonlyMap<string, Row>,
  { replaceable, scopes }: StoredUsage,
): { readonly id: string; readonly withdrawn: readonly Row[] } {
  const scope = scopes.get(event.skillNumber) ?? null;
  const replaced = event.replaces.flatMap((id) => {
    const row = rows.get(id);
    return row && !row.event && !(id === event.id && row.scope === scope) ? [row] : [];
  });
  const kept = replaced.find(({ id }) => !replaceable.has(id));
  return { id: kept?.id ?? event.id, withdrawn: replaced.filter(({ id }) => replaceable.has(id)) };
}

/** Whether a run is billed. What was committed is, as its reservation is of after that day. */
const isBillable = ({ channels, isBilled, day }: UsageEvent, { billedSince }: StoredUsage): boolean =>
  isBilled !== false && (day >= billedSince || (channels === usageChannels.authorize && isBilled === true));

/** Without a conversation an event counts by its id alone. */
function toRow(event: UsageEvent, stored: StoredUsage): Row {
  const { scopes, released } = stored;
  const { id, conversationId, skillNumber, channels, senders } = event;
  const counted = conversationId === null ? 'billed' : 'matched';
  const isReleased = event.isReleased ?? (released.has(id) && channels !== usageChannels.authorize);
  const taken = isReleased ? 'released' : counted;
  const state = isBillable(event, stored) ? taken : 'imported';
  return {
    id,
    conversationId,
    scope: scopes.get(skillNumber) ?? null,
    channels,
    senders,
    state,
    event,
    isChanged: false,
  };
}

interface Known {
  readonly groups: ReturnType<typeof createGroups>;
  readonly stored: StoredUsage;
}

function repeat(row: Row, event: UsageEvent, { groups, stored }: Known): void {
  const channels = row.channels | event.channels;
  const senders = joinSenders(row.senders, event.senders);
  const conversationId = row.conversationId ?? event.conversationId;
  const isNamed = row.state === 'imported' && event.isBilled === true && isBillable(event, stored);
  const isReleased = row.state === 'matched' && event.isReleased === true;
  const isKnown = channels === row.channels && senders === row.senders && conversationId === row.conversationId;
  if (isKnown && !isNamed && !isReleased) return;
  groups.remove(row);
  if (isNamed) row.state = 'matched';
  if (isReleased) row.state = 'released';
  Object.assign(row, { channels, senders, conversationId, isChanged: true });
  groups.add(row);
}

function* toMatch(rows: readonly Row[]): Steps<Pick<UsageMatch, 'billed' | 'unbilled' | 'changed'>> {
  const billed: UsageEvent[] = [];
  const unbilled: UnbilledUsage[] = [];
  for (const { event, conversationId, channels, senders, state } of rows) {
    if (event && state === 'billed') billed.push({ ...event, conversationId, channels, senders });
    else if (event && conversationId !== null)
      unbilled.push({
        ...event,
        conversationId,
        channels,
        senders,
        isImported: state === 'imported',
        isReleased: state === 'released',
      });
    yield;
  }
  return { billed, unbilled, changed: rows.filter(({ event, isChanged }) => !event && isChanged) };
}
