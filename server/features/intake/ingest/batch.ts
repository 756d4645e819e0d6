import type { IntakeConversation, IntakeMessage, IntakeStatus } from '#contract/intake/intake.ts';
import type { KeyedUser, ReportedSkill } from '../../../lib/reported-names.ts';

/** Items that have passed their schemas, with strings that PostgreSQL can keep. */
export interface BatchItems {
  readonly conversations: readonly IntakeConversation[];
  readonly messages: readonly IntakeMessage[];
  readonly statuses: readonly IntakeStatus[];
  /**
   * Conversations, by the sender's ids, that turned out to be none: taken away with their messages, and out of the
   * roll-ups, before anything else is taken. Their billed runs stay.
   */
  readonly removals?: readonly string[];
  /** Conversations whose billed runs now belong to another one, by the sender's ids. */
  readonly moves?: ReadonlyArray<{ readonly from: string; readonly to: string }>;
}

/*
 * The same items as they are merged and written. Ids are 32 hexadecimal digits, instants milliseconds, and a status is
 * the number under which it is stored.
 */

export interface ReportedConversation {
  readonly id: string;
  readonly externalId: string;
  readonly startedAt: number;
  readonly reportedAt: number;
  readonly skill: ReportedSkill | undefined;
  readonly user: KeyedUser | undefined;
  readonly status: number | undefined;
  readonly apiCalls: number | undefined;
  readonly approvedAt: number | undefined;
}

export interface ReportedMessage {
  readonly conversation: string;
  readonly conversationExternalId: string;
  readonly id: string;
  readonly externalId: string;
  readonly sentAt: number;
  /** In the list in which it was reported. */
  readonly position: number;
  readonly isAssistant: boolean;
  readonly author: string;
  readonly loading: boolean;
  readonly hide: boolean;
  /** As JSON. */
  readonly parts: string;
}

export interface ReportedStatus {
  readonly conversation: string;
  readonly conversationExternalId: string;
  readonly status: number;
  readonly statusAt: number;
  readonly approvedAt: number | undefined;
}

export interface ReportedRequest {
  readonly conversation: string;
  readonly id: string;
  readonly externalId: string;
  readonly occurredAt: number;
  readonly skill: ReportedSkill | undefined;
  /** Nobody named it: it stands for the conversation. */
  readonly isImplied: boolean;
}

export interface PreparedBatch {
  readonly conversations: readonly ReportedConversation[];
  readonly messages: readonly ReportedMessage[];
  readonly statuses: readonly ReportedStatus[];
  readonly requests: readonly ReportedRequest[];
  readonly removals: readonly string[];
  readonly moves: ReadonlyArray<{ readonly from: string; readonly to: string }>;
  /** Characters of message text: what waiting costs in memory. */
  readonly size: number;
}
