import type { DayNumber } from '../sql/sql-arrays.ts';

/** The channels that report usage events, as bits. `implied` is a conversation that is reported without its runs. */
export const usageChannels = { authorize: 1, intake: 2, otlp: 4, implied: 8 } as const;

/** One run of a skill, as channels report it. Ids are 32 hexadecimal digits. */
export interface UsageEvent {
  readonly id: string;
  readonly externalId: string;
  /** In milliseconds. */
  readonly occurredAt: number;
  readonly day: DayNumber;
  readonly conversationId: string | null;
  readonly skillNumber: number;
  readonly userNumber: number;
  /** Bits of `usageChannels`. */
  readonly channels: number;
  /** Whether the report says that it is billed; null where the date decides. */
  readonly isBilled: boolean | null;
}

/**
 * `billed`: in the ledger; `matched`: counts as a run that the ledger holds under another id; `imported`: history that is
 * not billed.
 */
export type UsageState = 'billed' | 'matched' | 'imported';

/** How many usage events of a conversation and scope are stored with these channels. */
export interface CountedUsage {
  readonly conversationId: string;
  /** The mapped skill, else the reported one; null where none was named. */
  readonly scope: string | null;
  readonly channels: number;
  readonly state: UsageState;
  readonly count: number;
}

/** A stored usage event with the id of a reported one. */
export interface KnownUsage {
  readonly id: string;
  readonly conversationId: string | null;
  readonly scope: string | null;
  readonly channels: number;
  readonly state: UsageState;
}

/** What is stored of everything that the events name. */
export interface StoredUsage {
  readonly counted: readonly CountedUsage[];
  readonly known: readonly KnownUsage[];
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
  /** Stored events of which channels, conversation or state changed. */
  readonly changed: readonly KnownUsage[];
  /** How many of the stored matched events are billed now. */
  readonly missing: ReadonlyArray<{
    readonly conversationId: string;
    readonly scope: string | null;
    readonly count: number;
  }>;
}

type Masks = Map<number, number>;

/**
 * How many runs the reports of a conversation's skill are: channels that share an id share their ids, so that all ids
 * count; channels that share none report the same runs, so that the one with most counts. Never falls as reports arrive.
 * @param masks number of ids by the channels that report them
 */
export function countRuns(masks: ReadonlyMap<number, number>): number {
  let groups: Array<{ readonly mask: number; readonly size: number }> = [];
  for (const [channels, count] of masks) {
    if (count === 0) continue;
    const joined = groups.filter(({ mask }) => (mask & channels) !== 0);
    const mask = joined.reduce((sum, group) => sum | group.mask, channels);
    const size = joined.reduce((sum, group) => sum + group.size, count);
    groups = [...groups.filter((group) => !joined.includes(group)), { mask, size }];
  }
  return Math.max(0, ...groups.map(({ size }) => size));
}

interface Group {
  readonly conversationId: string;
  readonly scope: string | null;
  /** Runs before these reports. */
  readonly before: number;
  readonly masks: Masks;
  billed: number;
  /** New events that are not billed yet. */
  readonly fresh: Set<Row>;
}

interface Row {
  readonly id: string;
  conversationId: string | null;
  readonly scope: string | null;
  channels: number;
  state: UsageState;
  /** The report, where it is not stored yet. */
  readonly event: UsageEvent | undefined;
  isChanged: boolean;
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
  for (const event of events) {
    const row = rows.get(event.id);
    if (row) repeat(row, event, groups);
    else if (!groups.isKnownConversation(event)) {
      const added = toRow(event, stored);
      rows.set(event.id, added);
      groups.add(added);
    }
  }
  const missing = groups.list().flatMap(({ conversationId, scope, before, masks, billed, fresh }) => {
    const due = countRuns(masks) - Math.max(billed, before);
    for (const row of [...fresh].slice(0, Math.max(0, due))) row.state = 'billed';
    return due > fresh.size ? [{ conversationId, scope, count: due - fresh.size }] : [];
  });
  return { ...toMatch([...rows.values()]), missing };
}

function createGroups(counted: readonly CountedUsage[]) {
  const groups = new Map<string, Group>();
  const conversations = new Set(counted.map(({ conversationId }) => conversationId));
  const toKey = (conversationId: string, scope: string | null) => `${conversationId} ${scope ?? ''}`;
  for (const [key, counts] of Map.groupBy(counted, ({ conversationId, scope }) => toKey(conversationId, scope))) {
    const [first] = counts;
    if (!first) continue;
    const masks: Masks = new Map();
    for (const { state, channels, count } of counts) if (state !== 'imported') change(masks, channels, count);
    const billed = counts.reduce((sum, { state, count }) => sum + (state === 'billed' ? count : 0), 0);
    const { conversationId, scope } = first;
    groups.set(key, { conversationId, scope, before: countRuns(masks), masks, billed, fresh: new Set() });
  }
  const find = (conversationId: string, scope: string | null): Group => {
    const key = toKey(conversationId, scope);
    const group = groups.get(key) ?? {
      conversationId,
      scope,
      before: 0,
      masks: new Map(),
      billed: 0,
      fresh: new Set<Row>(),
    };
    groups.set(key, group);
    return group;
  };
  return {
    list: () => [...groups.values()],
    /** True of an implied event whose conversation has events already. */
    isKnownConversation: ({ channels, conversationId }: UsageEvent) =>
      channels === usageChannels.implied && conversationId !== null && conversations.has(conversationId),
    add(row: Row): void {
      const { conversationId, scope, channels, state } = row;
      if (conversationId === null) return;
      conversations.add(conversationId);
      if (state === 'imported') return;
      const group = find(conversationId, scope);
      change(group.masks, channels, 1);
      if (state === 'billed') group.billed += 1;
      else if (row.event) group.fresh.add(row);
    },
    /** Before it changes. */
    remove(row: Row): void {
      const { conversationId, scope, channels, state } = row;
      if (conversationId === null || state === 'imported') return;
      const group = find(conversationId, scope);
      change(group.masks, channels, -1);
      group.fresh.delete(row);
      if (state === 'billed') group.billed -= 1;
    },
  };
}

function change(masks: Masks, channels: number, by: number): void {
  masks.set(channels, (masks.get(channels) ?? 0) + by);
}

/** Without a conversation an event counts by its id alone. */
function toRow(event: UsageEvent, { scopes, billedSince }: StoredUsage): Row {
  const { id, conversationId, skillNumber, channels } = event;
  const isBilled = event.isBilled ?? event.day >= billedSince;
  const counted = conversationId === null ? 'billed' : 'matched';
  const state = isBilled ? counted : 'imported';
  return { id, conversationId, scope: scopes.get(skillNumber) ?? null, channels, state, event, isChanged: false };
}

function repeat(row: Row, event: UsageEvent, groups: ReturnType<typeof createGroups>): void {
  const channels = row.channels | event.channels;
  const conversationId = row.conversationId ?? event.conversationId;
  const isNamed = row.state === 'imported' && event.isBilled === true;
  if (channels === row.channels && conversationId === row.conversationId && !isNamed) return;
  groups.remove(row);
  if (isNamed) row.state = 'matched';
  Object.assign(row, { channels, conversationId, isChanged: true });
  groups.add(row);
}

function toMatch(rows: readonly Row[]): Omit<UsageMatch, 'missing'> {
  const added = rows.flatMap(({ event, conversationId, channels, state }) =>
    event ? [{ ...event, conversationId, channels, state }] : [],
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
