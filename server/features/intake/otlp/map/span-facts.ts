import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { ReportedUser } from '#contract/intake/intake.ts';
import type { MessagePart } from '#contract/analytics/message-parts.ts';

/** What somebody named, and how far down the list of its possible names: 0 counts most. */
export interface Named {
  readonly text: string;
  readonly rank: number;
}

export interface FactMessage {
  /** Of role and content: the same message again has the same one. */
  readonly hash: string;
  readonly isAssistant: boolean;
  readonly author: string;
  /** None where a tool was called or answered, which is no message but has its place among them. */
  readonly parts: readonly MessagePart[];
}

/** What is kept of a span or an event: what conversations are derived from, in no dialect any more. */
export interface SpanFacts {
  readonly kind: 'span' | 'event';
  readonly parent: string | null;
  readonly startMs: number;
  readonly endMs: number | null;
  /** Whether it says anything of an assistant at all; other spans only lead from one to another. */
  readonly isRelevant: boolean;
  /** As the conventions name them: `chat`, `invoke_agent`, `execute_tool` …; empty where none is named. */
  readonly operation: string;
  readonly isError: boolean;
  readonly errorType: string | null;
  readonly conversation: Named | null;
  readonly skill: Named | null;
  readonly user: ReportedUser | null;
  /** What the assistant itself says became of the conversation. */
  readonly status: ConversationStatus | null;
  /** An evaluation says that a person had to take over. */
  readonly isEscaped: boolean;
  readonly approvedAt: string | null;
  /** Tools that the model's provider ran, which have no span of their own. */
  readonly serverToolCalls: number;
  readonly inputs: readonly FactMessage[];
  readonly outputs: readonly FactMessage[];
}

/** Facts with their place, as they are stored. */
export interface StoredFacts {
  readonly traceId: string;
  readonly spanId: string;
  readonly facts: SpanFacts;
}

/** Facts as they were loaded, with what became of them when they were last derived. */
export interface LoadedFacts extends StoredFacts {
  readonly receivedMs: number;
  /** The conversation that was made of them, by its id. */
  readonly countedAs: string | null;
}
