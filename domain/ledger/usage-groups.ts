import { usageChannels, type CountedUsage, type UsageEvent, type UsageState } from './usage-event.ts';
import { countRuns, toTellers, type Tellers } from './count-runs.ts';

/**
 * How many runs of it took place and are not history, as far as is known. What other channels report of imported runs are these; what was
 * asked for is never one of them.
 */
export function countBillable({ counts, imported, released }: Pick<Group, 'counts' | 'imported' | 'released'>): number {
  if (imported.size === 0) return Math.max(0, countRuns(counts) - released);
  const all = new Map(counts);
  for (const [tellers, count] of imported) all.set(tellers, (all.get(tellers) ?? 0) + count);
  const asked = [...counts].reduce((sum, [tellers, count]) => sum + (isAsked(tellers) ? count : 0), 0);
  return Math.max(0, Math.max(countRuns(all) - countRuns(imported), asked) - released);
}

const isAsked = (tellers: Tellers): boolean => (Number.parseInt(tellers, 10) & usageChannels.authorize) !== 0;

export interface Group {
  readonly conversationId: string;
  readonly scope: string | null;
  /** Runs before these reports, without those that are replaced. */
  before: number;
  readonly counts: Map<Tellers, number>;
  /** Runs of history, which are not billed. */
  readonly imported: Map<Tellers, number>;
  billed: number;
  /** Runs of `counts` that did not take place. */
  released: number;
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
    const group = groups.get(key) ?? createGroup(conversationId, scope);
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
      const group = find(conversationId, scope);
      if (state === 'imported') return change(group.imported, row, 1);
      change(group.counts, row, 1);
      if (state === 'billed') group.billed += 1;
      else if (state === 'released') group.released += 1;
      else if (row.event) group.fresh.add(row);
    },
    /** Before it changes. */
    remove(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null) return;
      const group = find(conversationId, scope);
      if (state === 'imported') return change(group.imported, row, -1);
      change(group.counts, row, -1);
      group.fresh.delete(row);
      if (state === 'billed') group.billed -= 1;
      else if (state === 'released') group.released -= 1;
    },
    /** For good, so that what replaces it, or what it covered, is billed in its place. */
    withdraw(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null) return;
      const group = find(conversationId, scope);
      const runs = countBillable(group);
      this.remove(row);
      group.before -= state === 'billed' ? 1 : runs - countBillable(group);
    },
  };
}

const createGroup = (conversationId: string, scope: string | null): Group => ({
  conversationId,
  scope,
  before: 0,
  counts: new Map<Tellers, number>(),
  imported: new Map<Tellers, number>(),
  billed: 0,
  released: 0,
  fresh: new Set<Row>(),
});

const toKey = (conversationId: string, scope: string | null): string => `${conversationId} ${scope ?? ''}`;

function listStored(counted: readonly CountedUsage[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [key, stored] of Map.groupBy(counted, ({ conversationId, scope }) => toKey(conversationId, scope))) {
    const [first] = stored;
    if (!first) continue;
    const [counts, imported] = [new Map<Tellers, number>(), new Map<Tellers, number>()];
    for (const { count, ...each } of stored) change(each.state === 'imported' ? imported : counts, each, count);
    const countOf = (wanted: CountedUsage['state']) =>
      stored.reduce((sum, { state, count }) => sum + (state === wanted ? count : 0), 0);
    const { conversationId, scope } = first;
    const [billed, released] = [countOf('billed'), countOf('released')];
    const before = countBillable({ counts, imported, released });
    groups.set(key, { conversationId, scope, before, counts, imported, billed, released, fresh: new Set() });
  }
  return groups;
}

function change(counts: Group['counts'], row: Pick<Row, 'channels' | 'senders' | 'state'>, by: number): void {
  // Runs that the intake lists beside history that it reported without its runs are others.
  const isImplied = row.state === 'imported' && (row.channels & usageChannels.implied) !== 0;
  const tellers = toTellers(isImplied ? { ...row, channels: row.channels | usageChannels.intake } : row);
  counts.set(tellers, (counts.get(tellers) ?? 0) + by);
}
