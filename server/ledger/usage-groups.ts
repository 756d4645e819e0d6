import { usageChannels } from './usage-event.ts';
import type { CountedUsage, UsageEvent, UsageState } from './usage-event.ts';

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
  /** Runs before these reports, without those that are replaced. */
  before: number;
  readonly masks: Masks;
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
      masks: new Map<number, number>(),
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
    /** For good, so that what replaces it, or what it covered, is billed in its place. */
    withdraw(row: Row): void {
      const { conversationId, scope, state } = row;
      if (conversationId === null || state === 'imported') return;
      const group = find(conversationId, scope);
      const runs = countRuns(group.masks);
      this.remove(row);
      group.before -= state === 'billed' ? 1 : runs - countRuns(group.masks);
    },
  };
}

const toKey = (conversationId: string, scope: string | null): string => `${conversationId} ${scope ?? ''}`;

function listStored(counted: readonly CountedUsage[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [key, counts] of Map.groupBy(counted, ({ conversationId, scope }) => toKey(conversationId, scope))) {
    const [first] = counts;
    if (!first) continue;
    const masks: Masks = new Map();
    for (const { state, channels, count } of counts) if (state !== 'imported') change(masks, channels, count);
    const billed = counts.reduce((sum, { state, count }) => sum + (state === 'billed' ? count : 0), 0);
    const { conversationId, scope } = first;
    groups.set(key, { conversationId, scope, before: countRuns(masks), masks, billed, fresh: new Set() });
  }
  return groups;
}

function change(masks: Masks, channels: number, by: number): void {
  masks.set(channels, (masks.get(channels) ?? 0) + by);
}
