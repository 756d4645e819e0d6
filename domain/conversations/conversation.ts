import type { DayNumber } from '#server/sql/sql-arrays.ts';
import type { UsageEvent } from '../ledger/usage-event.ts';
import type { ReportedMessage } from './batches/normalize-batch.ts';
import type { StoredRatings } from './ratings/stored-ratings.ts';
import type { StoredTurns } from './turns/stored-turns.ts';

/** A conversation as it is stored. Instants are milliseconds; the numbers of skill and user are 0 where none was named. */
export interface Conversation {
  readonly id: string;
  readonly externalId: string;
  readonly startedAt: number;
  readonly day: DayNumber;
  readonly hour: number;
  readonly skillNumber: number;
  readonly userNumber: number;
  readonly status: number;
  readonly technical: boolean;
  readonly messages: number;
  /** Bits of `messageSources`: who has reported its messages. Both where it is not known. */
  readonly messageSources: number;
  readonly apiCalls: number;
  readonly approvedAt: number | null;
  readonly reportedAt: number;
  readonly statusAt: number;
  readonly isPlaceholder: boolean;
  /** The key of the newest report; of a placeholder the one of its first item. Null where it is not known. */
  readonly intakeKeyId: string | null;
  readonly turns: StoredTurns | null;
  readonly ratings: StoredRatings | null;
  /** Its texts were deleted, and later ones are not stored. */
  readonly withoutContent: boolean;
  /** Time of the newest message that is shown and complete. */
  readonly lastMessageAt: number | null;
  /** Whether that message is the user's. */
  readonly awaitsAnswer: boolean;
}

export type LocalTime = Pick<Conversation, 'day' | 'hour'>;

/** Fields of a stored message that decide whether a reported one replaces it. */
export interface StoredMessage {
  readonly sentAt: number;
  readonly loading: boolean;
}

/** Address of a message in the database: its id and the start of its conversation. */
export interface MessageAddress {
  readonly conversationId: string;
  readonly startedAt: number;
  readonly id: string;
}

export interface ConversationChange {
  readonly before: Conversation | undefined;
  /** Undefined for a deleted conversation. */
  readonly after: Conversation | undefined;
}

export interface MessageChange {
  readonly message: ReportedMessage;
  /** The start of its conversation. */
  readonly startedAt: number;
  /** Nothing is stored under its id. */
  readonly isNew: boolean;
}

export interface Changes {
  /** Conversations as stored, to be deleted with their messages before anything is written. */
  readonly removed: readonly Conversation[];
  readonly conversations: readonly ConversationChange[];
  readonly messages: readonly MessageChange[];
  /** Stored messages to be deleted, because they are shown under another id. */
  readonly withdrawn: readonly MessageAddress[];
  /** Conversations whose last message was replaced by one that is hidden, so that the others have to be read. */
  readonly recounted: readonly Conversation[];
  readonly usageEvents: readonly UsageEvent[];
  /** Conversations whose stored messages lose their texts. */
  readonly emptied: readonly Conversation[];
  /** The sender's ids of reported conversations without texts, of which no span stays. */
  readonly forgotten: readonly string[];
}

export const toMessageKey = (conversationId: string, id: string) => conversationId + id;
