import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { ReportedUser } from '#contract/intake/intake.ts';
import type { MessagePart } from '#contract/analytics/message-parts.ts';

/** The value of a named attribute, and the index of its name in the list of accepted names: 0 is the best. */
export interface Named {
  readonly text: string;
  readonly rank: number;
}

export interface FactMessage {
  /** Of role and content: a repeated message has the same hash. */
  readonly hash: string;
  readonly isAssistant: boolean;
  readonly author: string;
  /** Empty for a tool call or its answer, which is not shown but keeps its position. */
  readonly parts: readonly MessagePart[];
}

/** What is stored of a span or an event to derive conversations from, independent of the dialect. */
export interface SpanFacts {
  readonly kind: 'span' | 'event';
  readonly parent: string | null;
  readonly startMs: number;
  readonly endMs: number | null;
  /** Whether it describes an assistant; other spans only connect them. */
  readonly isRelevant: boolean;
  /** As in the GenAI conventions: `chat`, `invoke_agent`, `execute_tool` …; empty where unknown. */
  readonly operation: string;
  readonly isError: boolean;
  readonly errorType: string | null;
  readonly conversation: Named | null;
  readonly skill: Named | null;
  readonly user: ReportedUser | null;
  /** The status that the assistant reports. */
  readonly status: ConversationStatus | null;
  /** An evaluation reports that a person had to take over. */
  readonly isEscaped: boolean;
  readonly approvedAt: string | null;
  /** The id of the run; missing in facts of older releases. */
  readonly request?: string | null;
  /** Whether the run is billed; missing in facts of older releases. */
  readonly billed?: boolean | null;
  /** Tools that the model's provider ran, which have no span of their own. */
  readonly serverToolCalls: number;
  readonly inputs: readonly FactMessage[];
  readonly outputs: readonly FactMessage[];
}

/** Facts with the ids under which they are stored. */
export interface StoredFacts {
  readonly traceId: string;
  readonly spanId: string;
  readonly facts: SpanFacts;
}

/** Stored facts with the result of their last derivation. */
export interface LoadedFacts extends StoredFacts {
  readonly receivedMs: number;
  /** The id of the conversation they were last derived into. */
  readonly countedAs: string | null;
  /** The key that reported them; null for facts of older releases. */
  readonly intakeKeyId: string | null;
}
