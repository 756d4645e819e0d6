import * as z from 'zod';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { ReportedCost } from '#features/conversation-log/contract/reported-costs.ts';
import { MessagePart } from '#contract/conversations/message-parts.ts';
import { ExternalId, ReportedInstant } from './intake-fields.ts';
import { IntakeRating, Rating } from './ratings.ts';

const endpoint = defineEndpoints('Intake');

/** The most items of a batch, of all kinds together. */
export const intakeBatchLimit = 1000;
/** Limit of the decompressed body. */
export const intakeBodyLimitBytes = 8 * 1024 * 1024;

const Status = z
  .enum(conversationStatuses, { error: `The status must be one of ${conversationStatuses.join(', ')}.` })
  .describe(
    'Completed: the assistant has answered. Processing: it is not over. Failed: the user did not get what was asked for, e.g. because a tool failed or the user gave up. Escaped: handed over to a person. Error: the assistant itself failed.',
  );
const name = z.string().max(200);
const errorText = z.string().min(1).max(2000);
const tokenCount = z.int().min(0).max(1_000_000_000);
/** At most a day. */
const DurationMs = z.int().min(0).max(86_400_000);

/** The reported user, mapped to a user of the company by e-mail or SAP login ID, otherwise stored as reported. */
export const ReportedUser = z.strictObject({
  id: ExternalId.optional(),
  email: z.string().max(254).optional().describe('Finds the user of the company, also without regard to case.'),
  sapId: z.string().max(100).optional().describe('SAP login ID, which finds the user of the company too.'),
  firstName: name.optional(),
  lastName: name.optional(),
  isTechnical: z
    .boolean()
    .optional()
    .describe('Whether the user tests the assistant, as all users with the role TechnicalUser do.'),
});
export type ReportedUser = z.infer<typeof ReportedUser>;

const messageFields = {
  id: ExternalId,
  date: ReportedInstant,
  isAssistant: z.boolean(),
  author: z.string().max(200).optional(),
  loading: z.boolean().optional().describe('Still being written: a later report of the same id replaces it.'),
  hide: z.boolean().optional().describe('Stored, but not shown.'),
  data: z.array(MessagePart).max(200),
  rating: Rating.optional().describe('What the user thought of it; can be reported later too.'),
};

/** A message within its conversation. */
export const NestedMessage = z.strictObject(messageFields);
/** A message reported on its own, possibly before its conversation. */
export const IntakeMessage = z.strictObject({ conversationId: ExternalId, ...messageFields });
export type IntakeMessage = z.infer<typeof IntakeMessage>;

/** A usage event; `skill` and `date` default to those of the conversation. */
export const IntakeRequest = z.strictObject({
  id: ExternalId,
  skill: name.optional(),
  date: ReportedInstant.optional(),
});
export type IntakeRequest = z.infer<typeof IntakeRequest>;

/** A tool that an assistant called. */
export const ToolCall = z.strictObject({
  name,
  durationMs: DurationMs.optional(),
  /** Why it failed; missing where it did not. */
  error: errorText.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** One answer of the assistant, or its attempt: what a user waited for. Tokens are those of all its model calls. */
export const Turn = z.strictObject({
  date: ReportedInstant,
  durationMs: DurationMs.optional(),
  model: z.string().max(100).optional(),
  inputTokens: tokenCount.optional(),
  outputTokens: tokenCount.optional(),
  costs: z
    .array(ReportedCost)
    .max(5)
    .optional()
    .describe(
      'What the provider of the model charges, by currency. It is shown beside what is billed, and never billed.',
    ),
  /** Why it failed, in the words of the assistant; missing where it did not. */
  error: errorText.optional(),
  /** Group of such errors, for example `RateLimitError`; by default the first words of `error`. */
  errorType: z.string().max(100).optional(),
  tools: z.array(ToolCall).max(100).optional(),
});
export type Turn = z.infer<typeof Turn>;

/**
 * A conversation, complete or in part. Of several reports with one id the latest `reportedAt` (default: `date`) counts.
 * Without `requests`, a conversation with a skill is one usage event; with an empty list it is none.
 */
export const IntakeConversation = z.strictObject({
  id: ExternalId,
  date: ReportedInstant,
  reportedAt: ReportedInstant.optional().describe('Of several reports of one id the latest counts. Default: date.'),
  skill: name.optional().describe('As the assistant names it; a SuperAdmin maps the name to a skill.'),
  user: ReportedUser.optional(),
  /** Default: Processing. */
  status: Status.optional(),
  apiCalls: z.int().min(0).max(1_000_000).optional().describe('Calls of tools and systems.'),
  approvedAt: ReportedInstant.optional(),
  messages: z.array(NestedMessage).max(intakeBatchLimit).optional(),
  /** All turns so far: they replace those of an earlier report. */
  turns: z.array(Turn).max(intakeBatchLimit).optional(),
  rating: Rating.optional().describe('What the user thought of the whole conversation.'),
  requests: z
    .array(IntakeRequest)
    .max(intakeBatchLimit)
    .optional()
    .describe(
      'The billed runs. Left out, a conversation with a skill is one billed run; an empty list is none, as for imported history.',
    ),
  billed: z
    .boolean()
    .optional()
    .describe(
      'Whether its runs are billed. Default: as the batch says, else those since the company is billed; older ones are history.',
    ),
});
export type IntakeConversation = z.infer<typeof IntakeConversation>;

/** A change of status; the one with the latest `date` counts, in any order of arrival. */
export const IntakeStatus = z.strictObject({
  conversationId: ExternalId,
  status: Status,
  date: ReportedInstant,
  approvedAt: ReportedInstant.optional(),
});
export type IntakeStatus = z.infer<typeof IntakeStatus>;

/** Invalid items are rejected one by one and the others accepted; an invalid envelope is rejected whole. */
export const IntakeBatch = z.strictObject({
  conversations: z.array(IntakeConversation).optional(),
  messages: z.array(IntakeMessage).optional(),
  statuses: z.array(IntakeStatus).optional(),
  ratings: z.array(IntakeRating).optional(),
  billed: z
    .boolean({ error: 'Must be true or false.' })
    .optional()
    .describe('False for imported history: of all conversations that do not say it themselves.'),
});

export const intakeKinds = ['conversations', 'messages', 'statuses', 'ratings'] as const;
export type IntakeKind = (typeof intakeKinds)[number];

export const RejectedItem = z.object({
  kind: z.enum(intakeKinds),
  /** Index in its list, from 0. */
  index: z.int().min(0),
  /** The sender's id where it could be read. */
  id: z.string().nullable(),
  /** Each with the path of its field. */
  reasons: z.array(z.string()),
});
export type RejectedItem = z.infer<typeof RejectedItem>;

/** `accepted` counts the stored items, repeated ones included; they are durable before the answer. */
export const IntakeAnswer = z.object({
  accepted: z.int().min(0),
  rejected: z.array(RejectedItem),
});
export type IntakeAnswer = z.infer<typeof IntakeAnswer>;

export const intakeContract = {
  createBatch: endpoint({
    method: 'POST',
    path: '/intake/conversations',
    summary: 'Report up to 1,000 conversations, messages, status changes and ratings; gzip is accepted',
    access: 'intake',
    isPaid: true,
    deferrable: 'intake',
    takesFile: true,
    acceptsGzip: true,
    bodyLimitBytes: intakeBodyLimitBytes,
    problems: ['request.invalid', 'request.too-complex', 'intake.json-type'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(IntakeAnswer),

  createFile: endpoint({
    method: 'POST',
    path: '/intake/files',
    summary: 'Upload an image for a filePicker part and get its key',
    access: 'intake',
    isPaid: true,
    deferrable: 'upload',
    takesFile: true,
    bodyLimitBytes: 5 * 1024 * 1024,
    successStatus: 201,
    problems: ['intake.picture-refused'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.object({ fileKey: z.string() })),
};
