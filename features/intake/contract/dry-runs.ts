import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { ConversationTurn } from '#features/conversation-log/contract/turns.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { ConversationRating } from '#contract/conversations/ratings.ts';
import { ReportedCost } from '#features/conversation-log/contract/reported-costs.ts';
import { MessagePart } from '#contract/conversations/message-parts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant } from '#contract/fields.ts';
import { unreadKinds } from './unread-names.ts';
import { intakeBodyLimitBytes } from './intake.ts';

const endpoint = defineEndpoints('Dry runs');

const count = z.int().min(0);

/** Format of a payload: a batch of the portal's own JSON, or spans or log records of OpenTelemetry. */
export const payloadKinds = ['conversations', 'traces', 'logs'] as const;
export type PayloadKind = (typeof payloadKinds)[number];

/**
 * Result of a run: `billed`; `matched`, because another channel reports it too; `imported`, which is history that is
 * not billed; `known`, because it is recorded already.
 */
export const runResults = ['billed', 'matched', 'imported', 'known'] as const;
export type RunResult = (typeof runResults)[number];

/**
 * Why a part of a payload is left out. `no-assistant`: a span or log record without an attribute of an assistant;
 * `unknown`: an attribute that is not read; `outranked`: another attribute, `by`, says the same better; `unreadable`: blank, or
 * neither text, number nor truth value; `no-rating`: an evaluation that is not the user's, or says neither a known label nor the
 * scale of its score; `not-spoken`: the input or output of a tool, a search or the like; `open`: a trace of
 * which the root span has not ended, or no conversation is to be seen.
 */
export const dropReasons = [
  'no-assistant',
  'unknown',
  'outranked',
  'unreadable',
  'not-spoken',
  'no-rating',
  'open',
] as const;
export type DropReason = (typeof dropReasons)[number];

export const DroppedPart = z.object({
  kind: z.enum(['span', 'log record', 'attribute', 'trace']),
  name: z.string(),
  reason: z.enum(dropReasons),
  /** Likely content of an attribute that is not read, by its name. */
  looksLike: z.enum(unreadKinds).optional(),
  /** The attribute that counts instead. */
  by: z.string().optional(),
  /** In how many spans or log records. */
  count,
});
export type DroppedPart = z.infer<typeof DroppedPart>;

/** The most conversations, and messages of one, that are answered. */
export const maxDryConversations = 50;
export const maxDryMessages = 200;

export const DryConversation = z.object({
  /** The sender's id. */
  id: z.string(),
  /** False where the payload names no conversation, so that each trace is one. */
  isGrouped: z.boolean(),
  /** Whether a conversation of this id is stored already, which the payload would update. */
  isKnown: z.boolean(),
  /** Whether it is stored only when its outer span arrives, or after ten minutes without it. */
  isWaiting: z.boolean(),
  date: Instant,
  status: z.enum(conversationStatuses),
  apiCalls: count,
  /** `skillName`: of the skill it is mapped to. `isNew`: this name has not been reported before. */
  skill: z.object({ name: z.string(), skillName: z.string().nullable(), isNew: z.boolean() }).nullable(),
  /** The user as reported; `userName`: of the user of the company it is mapped to. */
  user: z
    .object({ name: z.string(), ids: z.array(z.string()), userName: z.string().nullable(), isNew: z.boolean() })
    .nullable(),
  /** Messages that the payload would store, in their order. */
  messages: z.array(
    z.object({
      date: Instant,
      isAssistant: z.boolean(),
      author: z.string(),
      isHidden: z.boolean(),
      data: z.array(MessagePart),
    }),
  ),
  totalMessages: count,
  turns: z.array(ConversationTurn),
  /** Ratings of the message at this place from 0; null for the conversation, and for a message that is not listed. */
  ratings: z.array(ConversationRating.omit({ messageId: true }).extend({ message: count.nullable() })),
  /** Sums of the turns; missing where none says it. */
  durationMs: count.optional(),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  models: z.array(z.string()),
  /** Costs by the model's provider, as the spans report them; they are not billed. */
  reportedCosts: z.array(ReportedCost),
  /** `price`: in euros, for what is billed. */
  runs: z.array(
    z.object({
      id: z.string(),
      date: Instant,
      skill: z.string().nullable(),
      skillName: z.string().nullable(),
      result: z.enum(runResults),
      price: NetEuros,
    }),
  ),
});
export type DryConversation = z.infer<typeof DryConversation>;

export const DryRun = z.object({
  format: z.object({
    kind: z.enum(payloadKinds),
    encoding: z.enum(['json', 'protobuf']),
    isCompressed: z.boolean(),
    /** Decompressed. */
    bytes: count,
  }),
  /** Items, spans or log records that would be taken. */
  accepted: count,
  rejected: count,
  /** The first of them, each with its reasons. */
  rejections: z.array(z.object({ name: z.string(), reasons: z.array(z.string()) })),
  warnings: z.array(z.string()),
  conversations: z.array(DryConversation),
  totalConversations: count,
  /** Attributes that look like something that is read first, then the most frequent; those of machines last. */
  dropped: z.array(DroppedPart),
});
export type DryRun = z.infer<typeof DryRun>;

const DryRunQuery = z.strictObject({
  kind: z.enum(payloadKinds, { error: `The kind must be one of ${payloadKinds.join(', ')}.` }).optional(),
});

export const dryRunsContract = {
  create: endpoint({
    method: 'POST',
    path: '/intake/dry-runs',
    summary:
      'Show what a payload of an assistant would become, without storing anything; gzip is recognised by its bytes',
    access: 'intake.manage',
    deferrable: 'intake',
    takesFile: true,
    bodyLimitBytes: intakeBodyLimitBytes,
    problems: ['request.too-complex', 'intake.busy'],
  })
    .input(z.object({ query: DryRunQuery.optional(), body: z.instanceof(Blob) }))
    .output(DryRun),
};
