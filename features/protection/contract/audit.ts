import * as z from 'zod';
import { auditFilters } from './audit-filters.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant } from '#contract/fields.ts';
import { RowFormat } from './row-formats.ts';

const endpoint = defineEndpoints('Audit');

/** A change with its actor, time and changed fields before and after, without secrets. */
export const AuditEntry = z.object({
  id: z.string(),
  date: Instant,
  actor: z.object({ name: z.string(), email: z.string(), company: z.string().nullable() }),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  entityLabel: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
  /** Names of the user and the skill of the conversation that the entry is about; null where it was deleted. Only lists have it. */
  conversation: z.object({ user: z.string(), skill: z.string() }).nullable().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.strictObject(toFilterShape(auditFilters));
export type AuditFilter = z.infer<typeof AuditFilter>;

/**
 * Faults of the log at a place. `changed`: an entry or its seal was changed, moved or forged; `missing`: an entry was
 * deleted; `gap`: a seal was deleted; `inserted`: an entry past the portal; `cut`: the end is missing; `replaced`:
 * another log than the one that was signed; `forged`: a checkpoint was changed; `key`: the key of the seals was lost.
 */
export const auditFaults = ['changed', 'missing', 'gap', 'inserted', 'cut', 'replaced', 'forged', 'key'] as const;

const count = z.number().int().min(0);

export const AuditVerification = z.object({
  /** Entries from the beginning that are in order. */
  checked: count,
  total: count,
  fault: z
    .object({
      kind: z.enum(auditFaults),
      position: count,
      entryId: z.string().nullable(),
      date: Instant.nullable(),
    })
    .nullable(),
  /** For the next call; null at the end. */
  progress: z.string().nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const AuditChainState = z.object({
  entries: count,
  /** Ed25519, SPKI in base64, for checking the signatures of checkpoints. */
  publicKey: z.string(),
  lastSigned: z.object({ entries: count, date: Instant }).nullable(),
  lastVerification: z
    .object({
      date: Instant,
      author: z.string(),
      checked: count.nullable(),
      /** `intact`, or the kind of the fault. */
      verdict: z.string().nullable(),
    })
    .nullable(),
});
export type AuditChainState = z.infer<typeof AuditChainState>;

export const auditContract = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'List the audit entries of the company, newest first, in pages by key',
    access: 'audit.read',
  })
    .input(
      z.object({
        query: z
          .strictObject({
            ...toFilterShape(auditFilters),
            before: z
              .string()
              .regex(/^[0-9]{1,18}$/)
              .optional(),
            limit: z.coerce.number().int().min(1).max(100).optional(),
          })
          .optional(),
      }),
    )
    .output(z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })),

  export: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary: 'Download the audit entries of a filter, newest first, by default as CSV for Excel',
    access: 'audit.read',
    problems: ['exports.busy', 'exports.too-large'],
  })
    .input(z.object({ query: AuditFilter.extend({ format: RowFormat.optional() }).optional() }))
    .output(z.instanceof(Blob)),

  getChain: endpoint({
    method: 'GET',
    path: '/audit/chain',
    summary: 'Get the length of the audit chain, its last checkpoint and its last verification',
    access: 'audit.read',
  }).output(AuditChainState),

  getCheckpoints: endpoint({
    method: 'GET',
    path: '/audit/checkpoints',
    summary: 'Download the signed checkpoints of the audit chain, one JSON object a line',
    access: 'audit.read',
    problems: ['files.not-found'],
  }).output(z.instanceof(Blob)),

  verify: endpoint({
    method: 'POST',
    path: '/audit/verification',
    summary: 'Verify the next part of the audit chain',
    access: 'audit.read',
  })
    .input(z.object({ body: z.strictObject({ progress: z.string().max(200).optional() }) }))
    .output(AuditVerification),
};
