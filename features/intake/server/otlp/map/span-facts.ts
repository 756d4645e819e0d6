import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { ReportedUser } from '#features/intake/contract/intake.ts';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { FactRating } from './read-ratings.ts';
import type { SeenValue } from '#server/lib/attribute-values.ts';

/** The value of a named attribute, and the index of its name in the list of accepted names: 0 is the best. */
export interface Named {
  readonly text: string;
  readonly rank: number;
}

export interface FactMessage {
  /** Hash of role and content: a repeated message has the same one. */
  readonly hash: string;
  readonly isAssistant: boolean;
  readonly author: string;
  /** Empty for a tool call or its answer, which is not shown but keeps its position. */
  readonly parts: readonly MessagePart[];
}

/**
 * Measurements that a span reports of its own call; its duration follows from start and end. The span of an agent often repeats
 * the sum of its calls, so that only those of operation `chat` add up.
 */
export interface Measured {
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Input tokens that came from a cache; part of `inputTokens`. */
  readonly cachedTokens?: number;
  /** Charge of the model's provider, as decimal digits in `currency`; a number in facts of older releases. */
  readonly cost?: string | number;
  /** Missing for US dollars, as all dialects mean it. */
  readonly currency?: string;
  /** Milliseconds to the first piece of a streamed answer. */
  readonly firstTokenMs?: number;
  /** Why it failed, without a stack trace. */
  readonly error?: string;
  /** The tool that was called. */
  readonly tool?: string;
}

/** Facts that are stored of a span or an event to derive conversations from, independent of the dialect. */
export interface SpanFacts {
  readonly kind: 'span' | 'event';
  readonly parent: string | null;
  /** Name of a span's instrumentation; missing in facts of older releases. */
  readonly scope?: string;
  readonly startMs: number;
  readonly endMs: number | null;
  /** Order of an event in its export, within a millisecond; missing in facts of older releases. */
  readonly place?: number;
  /** Whether it describes an assistant; other spans only connect them. */
  readonly isRelevant: boolean;
  /** Operation by the GenAI conventions: `chat`, `invoke_agent`, `execute_tool` …; empty where unknown. */
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
  /** Missing where the span says nothing of it, and in facts of older releases. */
  readonly measured?: Measured;
  /** Values of the attributes that the company maps; missing where it has none. */
  readonly values?: readonly SeenValue[];
  /** Ratings by users in this span or event; missing where there are none. */
  readonly ratings?: readonly FactRating[];
  /** Tools that the model's provider ran, which have no span of their own. */
  readonly serverToolCalls: number;
  readonly inputs: readonly FactMessage[];
  readonly outputs: readonly FactMessage[];
  /** Values of a program, which are the messages of an outermost span where nothing inside it has any; missing where there are none. */
  readonly vague?: Partial<Pick<SpanFacts, 'inputs' | 'outputs'>>;
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
