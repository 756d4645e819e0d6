import { usageChannels, type UsageEvent } from '../../ledger/usage-event.ts';
import type { DayNumber } from '#server/sql/sql-arrays.ts';
import { findModelOfRun } from '../turns/model-of-run.ts';
import type { StoredTurns } from '../turns/stored-turns.ts';
import type { ReportedUsageEvent } from './normalize-batch.ts';

interface Known {
  readonly deleted: ReadonlyMap<string, boolean>;
  readonly findLocalTime: (instant: number) => { readonly day: DayNumber };
  readonly findSkill: (skill: ReportedUsageEvent['skill']) => number | undefined;
}

interface Conversation {
  readonly skillNumber: number;
  readonly userNumber: number;
  readonly turns: StoredTurns | null;
}

/** The usage events, each id once for each channel and sender. */
export function createUsage(known: Known) {
  const events = new Map<string, UsageEvent>();
  const conversationIds = new Set<string>();
  return {
    add(reported: ReportedUsageEvent, conversation: Conversation | undefined): void {
      const { conversationId, id, externalId, occurredAt, skill, channel, isBilled, replaces, senders, intakeKeyId } =
        reported;
      const key = `${id}${channel} ${senders}`;
      const isImplied = channel === usageChannels.implied;
      const isDeleted = known.deleted.get(conversationId) === false;
      if (!(conversation || isDeleted) || events.has(key) || (isImplied && conversationIds.has(conversationId))) return;
      conversationIds.add(conversationId);
      events.set(key, {
        id,
        externalId,
        occurredAt,
        conversationId,
        day: known.findLocalTime(occurredAt).day,
        skillNumber: known.findSkill(skill) ?? conversation?.skillNumber ?? 0,
        userNumber: conversation?.userNumber ?? 0,
        channels: channel,
        isBilled,
        replaces,
        senders,
        intakeKeyId,
        model: findModelOfRun(conversation?.turns, occurredAt),
      });
    },
    list: () => [...events.values()],
  };
}
