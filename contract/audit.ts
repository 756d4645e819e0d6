import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

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
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditEntities = [
  'user',
  'company',
  'notificationSettings',
  'roleRights',
  'account',
  'request',
  'intakeKey',
  'reportedSkill',
  'companyLimit',
  'skillLimit',
  'supportLimit',
  'supportRequest',
  'invoice',
  'announcement',
  'integration',
  'skill',
  'conversation',
  'auditLog',
] as const;

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
            entity: z.enum(auditEntities).optional(),
            entityId: Id.optional(),
            search: z.string().max(200).optional(),
            /** A part of the author's name or address, of that time or of now. */
            actor: z.string().max(200).optional(),
            /** The first and the last day, in the company's zone. */
            from: z.iso.date({ error: 'The date must be a day, e.g. 2026-11-01.' }).optional(),
            to: z.iso.date({ error: 'The date must be a day, e.g. 2026-11-01.' }).optional(),
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
};
