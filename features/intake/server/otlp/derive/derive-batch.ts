import { usageChannels } from '#domain/ledger/usage-event.ts';
import type { AttributeRules } from '#server/lib/attribute-values.ts';
import { normalizeBatch, type Batch } from '#domain/conversations/batches/normalize-batch.ts';
import type { LoadedFacts, SpanFacts } from '../map/span-facts.ts';
import { deriveConversations } from './derive-conversations.ts';
import type { SkillScopes } from './match-turns.ts';

/** Loaded facts with their JSON not parsed yet. */
export type LoadedText = Omit<LoadedFacts, 'facts'> & {
  /** `SpanFacts` as JSON. */
  readonly facts: string;
};

interface LoadedTraces {
  /** The facts of the traces, and of all others that name one of their conversations. */
  readonly loaded: readonly LoadedText[];
  readonly traceIds: readonly string[];
  readonly now: Date;
  readonly rules: AttributeRules;
  readonly scopes?: SkillScopes;
}

interface DerivedBatch {
  readonly batch: Batch;
  /** The facts of the requested traces, with the conversation each is part of and when to derive it again. */
  readonly counted: readonly DerivedFacts[];
}

interface DerivedFacts extends Pick<LoadedFacts, 'traceId' | 'spanId' | 'countedAs'> {
  readonly dueMs: number | null;
}

/** Runs where a long conversation holds up no request. */
export const deriveBatchTask = { module: import.meta.url, run: deriveBatch };

export function deriveBatch({ loaded, traceIds, now, ...deriving }: LoadedTraces): DerivedBatch {
  const facts = loaded.map((each) => ({ ...each, facts: JSON.parse(each.facts) as SpanFacts }));
  const derived = deriveConversations(facts, traceIds, { now, ...deriving });
  const { conversations, ratings, runs, withdrawn, counted, obsolete } = derived;
  const batch = normalizeBatch({
    conversations,
    messages: [],
    statuses: [],
    ratings,
    channel: usageChannels.otlp,
    runs,
    withdrawn,
    removals: [...obsolete.keys()],
    moves: [...obsolete].map(([from, to]) => ({ from, to })),
  });
  // Of the last span, which is the newest report; another key's export may be what derives it.
  const keys = new Map(counted.map(({ fact: { intakeKeyId }, conversation }) => [conversation, intakeKeyId]));
  return {
    batch: {
      ...batch,
      conversations: batch.conversations.map((each) => ({ ...each, intakeKeyId: keys.get(each.externalId) ?? null })),
    },
    counted: counted.map(({ fact: { traceId, spanId, countedAs }, conversation, dueMs }) => ({
      traceId,
      spanId,
      countedAs: conversation ?? countedAs,
      dueMs,
    })),
  };
}
