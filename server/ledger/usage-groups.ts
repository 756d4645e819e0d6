import { usageChannels } from './usage-event.ts';
import { countRuns, toTellers } from './count-runs.ts';
import type { Tellers } from './count-runs.ts';
import type { CountedUsage, UsageEvent, UsageState } from './usage-event.ts';

interface Group {
  readonly conversationId: string;
  readonly scope: string | null;
  /** Runs before these reports, without those that are replaced. */
  before: number;
  readonly counts: Map<Tellers, number>;
  billed: number;
  /** New events that are not billed yet. */
  readonly fresh: Set<Row>;
}

/** A usage event, stored or reported. */
export interface Row {
  readonly id: string;
  conversationId: string | null;
  readonly scope: string | null;
  channels: number;
  senders: string;
  state: UsageState;
  /** The report, where it is not stored yet. */
  readonly event: UsageEvent | undefined;
  isChanged: boolean;
}

/** The runs of each conversation and skill, as they are stored. */
export function createGroups(counted: readonly CountedUsage[]) {
  const groups = listStored(counted);
  const conversations = new Set(counted.map(({ conversationId }) => conversationId));
  const find = (conversationId: string, scope: string | null): Group => {
    const key = toKey(conversationId, scope);
    const none = {
      conversationId,
      scope,
      before: 0,
      counts: new Map<Tellers, number>(),
      billed: 0,
      fresh: new Set<Row>(),
    };
    const group = groups.get(key) ?? none;
    groups.set(key, group);
    return group;
  };
  return {
    list: () => [...groups.values()],
    /** True of an implied event whose conversation has events already. */
    isKnownConversation: ({ channels, conversationId }: UsageEvent) =>
      channels === usageChannels.implied && conversationId !== null && conversations.has(conversationId),
    add(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null) return;
      conversations.add(conversationId);
      if (state === 'imported') return;
      const group = find(conversationId, scope);
      change(group.counts, row, 1);
      if (state === 'billed') group.billed += 1;
      else if (row.event) group.fresh.add(row);
    },
    /** Before it changes. */
    remove(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null || state === 'imported') return;
      const group = find(conversationId, scope);
      change(group.counts, row, -1);
      group.fresh.delete(row);
      if (state === 'billed') group.billed -= 1;
    },
    /** For good, so that what replaces it, or what it covered, is billed in its place. */
    withdraw(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null || state === 'imported') return;
      const group = find(conversationId, scope);
      const runs = countRuns(group.counts);
      this.remove(row);
      group.before -= state === 'billed' ? 1 : runs - countRuns(group.counts);
    },
  };
}

const toKey = (conversationId: string, scope: string | null): string => `${conversationId} ${scope ?? ''}`;

function listStored(counted: readonly CountedUsage[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [key, stored] of Map.groupBy(counted, ({ conversationId, scope }) => toKey(conversationId, scope))) {
    const [first] = stored;
    if (!first) continue;
    const counts = new Map<Tellers, number>();
    for (const { state, count, ...each } of stored) if (state !== 'imported') change(counts, each, count);
    const billed = stored.reduce((sum, { state, count }) => sum + (state === 'billed' ? count : 0), 0);
    const { conversationId, scope } = first;
    groups.set(key, { conversationId, scope, before: countRuns(counts), counts, billed, fresh: new Set() });
  }
  return groups;
}

function change(counts: Group['counts'], row: Pick<Row, 'channels' | 'senders'>, by: number): void {
  const tellers = toTellers(row);
  counts.set(tellers, (counts.get(tellers) ?? 0) + by);
}
