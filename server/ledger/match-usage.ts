import type { DayNumber } from '../sql/sql-arrays.ts';
import { countRuns, joinSenders } from './count-runs.ts';
import type { CountedUsage, KnownUsage, UsageEvent } from './usage-event.ts';
import { createGroups } from './usage-groups.ts';
import type { Row } from './usage-groups.ts';

/** What is stored of everything that the events name. */
export interface StoredUsage {
  readonly counted: readonly CountedUsage[];
  readonly known: readonly KnownUsage[];
  /** Those of `known` that telemetry alone has reported, in a month that is not billed yet. */
  readonly replaceable: ReadonlySet<string>;
  /** By the number of a reported skill. */
  readonly scopes: ReadonlyMap<number, string>;
  /** Earlier days are history. */
  readonly billedSince: DayNumber;
}

export interface UsageMatch {
  /** For the ledger. */
  readonly billed: readonly UsageEvent[];
  /** Not for the ledger, and not stored yet. */
  readonly unbilled: ReadonlyArray<UsageEvent & { readonly isImported: boolean; readonly conversationId: string }>;
  /** Stored events that others replace; ids. */
  readonly withdrawn: readonly string[];
  /** Stored events of which channels, conversation or state changed. */
  readonly changed: readonly KnownUsage[];
  /** How many of the stored matched events are billed now. */
  readonly missing: ReadonlyArray<{
    readonly conversationId: string;
    readonly scope: string | null;
    readonly count: number;
  }>;
}

/**
 * Decides which of the reported events are new runs. The ledger gains as many as the number of runs grows by, so that a
 * changed mapping bills nothing by itself, and what was billed without its conversation counts there later.
 */
export function matchUsage(events: readonly UsageEvent[], stored: StoredUsage): UsageMatch {
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
    if (row) repeat(row, event, groups);
    else if (!groups.isKnownConversation(event)) {
      const added = toRow(event, stored);
      rows.set(event.id, added);
      groups.add(added);
    }
  }
  const missing = groups.list().flatMap(({ conversationId, scope, before, counts, billed, fresh }) => {
    const due = countRuns(counts) - Math.max(billed, before);
    for (const row of [...fresh].slice(0, Math.max(0, due))) row.state = 'billed';
    return due > fresh.size ? [{ conversationId, scope, count: due - fresh.size }] : [];
  });
  return { ...toMatch([...rows.values()]), withdrawn, missing };
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

/** Without a conversation an event counts by its id alone. */
function toRow(event: UsageEvent, { scopes, billedSince }: StoredUsage): Row {
  const { id, conversationId, skillNumber, channels, senders } = event;
  const isBilled = event.isBilled ?? event.day >= billedSince;
  const counted = conversationId === null ? 'billed' : 'matched';
  const state = isBilled ? counted : 'imported';
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

function repeat(row: Row, event: UsageEvent, groups: ReturnType<typeof createGroups>): void {
  const channels = row.channels | event.channels;
  const senders = joinSenders(row.senders, event.senders);
  const conversationId = row.conversationId ?? event.conversationId;
  const isNamed = row.state === 'imported' && event.isBilled === true;
  if (channels === row.channels && senders === row.senders && conversationId === row.conversationId && !isNamed) return;
  groups.remove(row);
  if (isNamed) row.state = 'matched';
  Object.assign(row, { channels, senders, conversationId, isChanged: true });
  groups.add(row);
}

function toMatch(rows: readonly Row[]): Omit<UsageMatch, 'missing' | 'withdrawn'> {
  const added = rows.flatMap(({ event, conversationId, channels, senders, state }) =>
    event ? [{ ...event, conversationId, channels, senders, state }] : [],
  );
  return {
    billed: added.filter(({ state }) => state === 'billed'),
    unbilled: added.flatMap(({ state, conversationId, ...event }) =>
      state === 'billed' || conversationId === null
        ? []
        : [{ ...event, conversationId, isImported: state === 'imported' }],
    ),
    changed: rows.filter(({ event, isChanged }) => !event && isChanged),
  };
}
