import type { DayNumber } from '#server/sql/sql-arrays.ts';

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
  /** Hashes of telemetry's senders, in order, separated by spaces. Empty where they are not known. */
  readonly senders: string;
  /** The key that reports it, of an import its id; null where it is not known. */
  readonly intakeKeyId: string | null;
  /** The model of its turn, as far as it is known. */
  readonly model: string | null;
  /** Whether the report says that it is billed; null where the date decides. */
  readonly isBilled: boolean | null;
  /** Whether it is a reservation that was released: the run did not take place. */
  readonly isReleased?: boolean;
  /** Ids of events that were this run, as far as it was known when they were reported. */
  readonly replaces: readonly string[];
}

/**
 * `billed`: in the ledger; `matched`: counts as a run that the ledger holds under another id; `released`: did not take place;
 * `imported`: history that is not billed.
 */
export type UsageState = 'billed' | 'matched' | 'released' | 'imported';

/** How many usage events of a conversation and scope are stored with these channels. */
export interface CountedUsage {
  readonly conversationId: string;
  /** The mapped skill, else the reported one; null where none was named. */
  readonly scope: string | null;
  readonly channels: number;
  readonly senders: string;
  readonly state: UsageState;
  readonly count: number;
}

/** A stored usage event with the id of a reported one. */
export interface KnownUsage {
  readonly id: string;
  readonly conversationId: string | null;
  readonly scope: string | null;
  readonly channels: number;
  readonly senders: string;
  readonly state: UsageState;
}
