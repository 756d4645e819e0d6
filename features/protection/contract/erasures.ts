import * as z from 'zod';
import { ConversationId, UnmaskingForm } from '#features/conversation-log/contract/unmasking.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant } from '#contract/fields.ts';

const endpoint = defineEndpoints('Deletion and erasure');

const count = z.int().min(0);

/** A deletion in the background, with its counts so far. */
export const Erasure = z.object({
  id: Id,
  kind: z.enum(['conversation', 'key', 'person', 'import']),
  /** The conversation, the intake key, the person or the import of logs. */
  subjectId: ConversationId,
  state: z.enum(['waiting', 'done']),
  requestedAt: Instant,
  finishedAt: Instant.nullable(),
  conversations: count,
  messages: count,
  /** Requests that were deleted with them. */
  requests: count,
  /** Pictures and other files that the messages showed. */
  files: count,
});
export type Erasure = z.infer<typeof Erasure>;

/** A reason of the same length as that of an unmasking. */
export const DeletionForm = z.strictObject({ reason: UnmaskingForm.shape.reason });
export type DeletionForm = z.infer<typeof DeletionForm>;

export const KeyDeletionForm = DeletionForm.extend({
  /** Also the requests of this month, which is not billed yet; only the provider. */
  deletesRequests: z.boolean(),
});
export type KeyDeletionForm = z.infer<typeof KeyDeletionForm>;

/** Data reported with an intake key, and what becomes of it. */
export const KeyContents = z.object({
  conversations: count,
  messages: count,
  /** Requests of this month, which is not billed yet. */
  openRequests: count,
  /** Requests of earlier months: they stay, because they are billed. */
  billedRequests: count,
  /** Whether the caller may delete the requests of this month. */
  canDeleteRequests: z.boolean(),
});
export type KeyContents = z.infer<typeof KeyContents>;

/** A user of the company, or a person whom assistants report without an account. */
export const Person = z.object({
  id: Id,
  name: z.string(),
  /** E-mail addresses and the ids by which assistants name the person; the first ones. */
  ids: z.array(z.string()),
  isUser: z.boolean(),
  conversations: count,
});
export type Person = z.infer<typeof Person>;

/** Data that an erasure deletes, and data that must stay. */
export const PersonContents = Person.extend({
  messages: count,
  /** E-mails of the portal to the person. */
  mails: count,
  /** Requests stay as figures, because they are billed. */
  requests: count,
  /** Entries of the audit log stay, because its chain is sealed. */
  auditEntries: count,
});
export type PersonContents = z.infer<typeof PersonContents>;

const byId = z.object({ id: Id });

export const erasuresContract = {
  list: endpoint({
    method: 'GET',
    path: '/erasures',
    summary: 'List deletions of conversations and erasures of persons, the latest first',
    access: 'privacy.manage',
  }).output(z.array(Erasure)),

  deleteConversation: endpoint({
    method: 'POST',
    path: '/erasures/conversations/{id}',
    summary: 'Delete one conversation with its messages and files; its billed requests stay',
    access: 'privacy.manage',
    problems: ['erasures.waiting'],
  })
    .input(z.object({ params: z.object({ id: ConversationId }), body: DeletionForm }))
    .output(Erasure),

  getKeyContents: endpoint({
    method: 'GET',
    path: '/erasures/keys/{id}',
    summary: 'Count what was reported with an intake key',
    access: 'privacy.manage',
  })
    .input(z.object({ params: byId }))
    .output(KeyContents),

  deleteKeyContents: endpoint({
    method: 'POST',
    path: '/erasures/keys/{id}',
    summary: 'Delete all conversations that were reported with a revoked intake key, in the background',
    access: 'privacy.manage',
    problems: ['erasures.waiting', 'erasures.key-active'],
    successStatus: 201,
  })
    .input(z.object({ params: byId, body: KeyDeletionForm }))
    .output(Erasure),

  listPersons: endpoint({
    method: 'GET',
    path: '/erasures/persons',
    summary: 'Find persons by name, e-mail address or an id that assistants report',
    access: 'privacy.manage',
  })
    .input(z.object({ query: z.strictObject({ search: z.string().trim().min(1).max(200) }) }))
    .output(z.array(Person)),

  getPerson: endpoint({
    method: 'GET',
    path: '/erasures/persons/{id}',
    summary: 'Count what an erasure of the person deletes, and what stays',
    access: 'privacy.manage',
  })
    .input(z.object({ params: byId }))
    .output(PersonContents),

  exportPerson: endpoint({
    method: 'GET',
    path: '/erasures/persons/{id}/file',
    summary:
      'Download all data about a person with the files of its conversations as an archive; its last entry is the manifest',
    access: 'privacy.manage',
    problems: ['exports.busy'],
  })
    .input(z.object({ params: byId }))
    .output(z.instanceof(Blob)),

  erasePerson: endpoint({
    method: 'POST',
    path: '/erasures/persons/{id}',
    summary: 'Erase a person: the account, names, ids, and the texts of all conversations, in the background',
    access: 'privacy.manage',
    problems: ['erasures.waiting', 'users.last-super-admin'],
    successStatus: 201,
  })
    .input(z.object({ params: byId, body: DeletionForm }))
    .output(Erasure),

  getCertificate: endpoint({
    method: 'GET',
    path: '/erasures/{id}/certificate',
    summary: 'Download the signed certificate of an erasure',
    access: 'privacy.manage',
    problems: ['files.not-found'],
  })
    .input(z.object({ params: byId }))
    .output(z.instanceof(Blob)),
};
