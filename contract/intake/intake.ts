import * as z from 'zod';
import { conversationStatuses } from '../analytics/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { MessagePart } from '../analytics/message-parts.ts';

const tag = 'Intake';

/** Items of a batch, of all kinds together. */
export const intakeBatchLimit = 1000;
/** Of the body, decompressed. */
export const intakeBodyLimitBytes = 8 * 1024 * 1024;

/** The sender's own id of a record; the same id again is the same record. */
export const ExternalId = z.string().min(1).max(200);
const ReportedInstant = z.iso.datetime({
  offset: true,
  error: 'A date is an ISO 8601 instant with its zone, such as 2026-11-01T08:30:00.000Z.',
});
const Status = z.enum(conversationStatuses, {
  error: `A status is one of ${conversationStatuses.join(', ')}.`,
});
const name = z.string().max(200);

/** Whom the assistant talked to. Mapped to a user of the company by e-mail or SAP login; otherwise kept as named here. */
export const ReportedUser = z.strictObject({
  id: ExternalId.optional(),
  email: z.string().max(254).optional(),
  sapId: z.string().max(100).optional(),
  firstName: name.optional(),
  lastName: name.optional(),
  /** Somebody who tests the assistant. Users with the role TechnicalUser always count as such. */
  isTechnical: z.boolean().optional(),
});
export type ReportedUser = z.infer<typeof ReportedUser>;

const messageFields = {
  id: ExternalId,
  date: ReportedInstant,
  isAssistant: z.boolean(),
  author: z.string().max(200).optional(),
  loading: z.boolean().optional(),
  hide: z.boolean().optional(),
  data: z.array(MessagePart).max(200),
};

/** A message inside its conversation. */
export const NestedMessage = z.strictObject(messageFields);
/** A message that is sent alone; it may arrive before its conversation. */
export const IntakeMessage = z.strictObject({ conversationId: ExternalId, ...messageFields });
export type IntakeMessage = z.infer<typeof IntakeMessage>;

/** One billed run of a skill; without a skill or a date those of the conversation. */
export const IntakeRequest = z.strictObject({
  id: ExternalId,
  skill: name.optional(),
  date: ReportedInstant.optional(),
});
export type IntakeRequest = z.infer<typeof IntakeRequest>;

/**
 * A conversation as far as it is known. Sent again with the same id it is the same one: what was reported later
 * (`reportedAt`, which is `date` where it is missing) counts. Without `requests`, a conversation with a skill is one
 * billed run of it; an empty list is none.
 */
export const IntakeConversation = z.strictObject({
  id: ExternalId,
  date: ReportedInstant,
  reportedAt: ReportedInstant.optional(),
  skill: name.optional(),
  user: ReportedUser.optional(),
  /** Processing where it is missing. */
  status: Status.optional(),
  apiCalls: z.int().min(0).max(1_000_000).optional(),
  approvedAt: ReportedInstant.optional(),
  messages: z.array(NestedMessage).max(intakeBatchLimit).optional(),
  requests: z.array(IntakeRequest).max(intakeBatchLimit).optional(),
});
export type IntakeConversation = z.infer<typeof IntakeConversation>;

/** A change of status; of several the one with the latest date counts, in whatever order they arrive. */
export const IntakeStatus = z.strictObject({
  conversationId: ExternalId,
  status: Status,
  date: ReportedInstant,
  approvedAt: ReportedInstant.optional(),
});
export type IntakeStatus = z.infer<typeof IntakeStatus>;

/** The envelope is checked as a whole, the items one by one: a wrong one is told and the others are taken. */
export const IntakeBatch = z.strictObject({
  conversations: z.array(IntakeConversation).optional(),
  messages: z.array(IntakeMessage).optional(),
  statuses: z.array(IntakeStatus).optional(),
});

export const intakeKinds = ['conversations', 'messages', 'statuses'] as const;
export type IntakeKind = (typeof intakeKinds)[number];

export const RejectedItem = z.object({
  kind: z.enum(intakeKinds),
  /** Place in its list, from 0. */
  index: z.int().min(0),
  /** The sender's id where it could be read. */
  id: z.string().nullable(),
  /** What is wrong, with the path of the field. */
  reasons: z.array(z.string()),
});
export type RejectedItem = z.infer<typeof RejectedItem>;

/** `accepted` counts items that are stored now, repeated ones included. All of them are durable when this is answered. */
export const IntakeAnswer = z.object({
  accepted: z.int().min(0),
  rejected: z.array(RejectedItem),
});
export type IntakeAnswer = z.infer<typeof IntakeAnswer>;

export const intakeContract = {
  createBatch: endpoint({
    method: 'POST',
    path: '/intake/conversations',
    summary: 'Report conversations, messages and status changes, up to 1,000 together; gzip is accepted',
    tag,
    access: 'intake',
    target: 'main',
    takesFile: true,
    acceptsGzip: true,
    bodyLimitBytes: intakeBodyLimitBytes,
    problems: ['request.invalid', 'intake.busy'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(IntakeAnswer),

  createFile: endpoint({
    method: 'POST',
    path: '/intake/files',
    summary: 'Upload a picture that a filePicker part names; answers its key',
    tag,
    access: 'intake',
    target: 'main',
    takesFile: true,
    bodyLimitBytes: 5 * 1024 * 1024,
    successStatus: 201,
    problems: ['intake.picture-refused'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.object({ fileKey: z.string() })),
};
