import * as z from 'zod';
import { keyLimits } from '#features/money/contract/limits.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant, Version, requiredText } from '#contract/fields.ts';
import { KeyAlertsForm, KeyReports, KeyReportsQuery } from './key-reports.ts';

const endpoint = defineEndpoints('Intake keys');

/** Prefix of intake keys, by which secret scanners detect them. */
export const intakeKeyPrefix = 'stwk_';
/** Active keys that a company can have; the message of `intake.key-limit` names it. */
export const maxActiveKeys = 50;
/** Default of days for which the key before a rotation is valid. */
export const rotationGraceDays = 7;

/** A key of an assistant. Its secret is answered once, at creation and rotation. */
export const IntakeKey = z.object({
  id: Id,
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  /** To the minute; null for a key that was never used. */
  lastUsedAt: Instant.nullable(),
  /** Whether limits stop its runs: only where it asks before them. */
  limits: z.enum(keyLimits),
  /** End of validity of the key before the last rotation; null without one. */
  previousUntil: Instant.nullable(),
  revokedAt: Instant.nullable(),
  /** The integrations whose credentials it may read, by name. */
  integrations: z.array(z.object({ name: z.string() })),
  /** Missing for a key that reports as usual. */
  alert: z.enum(['silent', 'failing']).optional(),
  version: Version,
});
export type IntakeKey = z.infer<typeof IntakeKey>;

export const IntakeKeyWithSecret = IntakeKey.extend({ secret: z.string() });
export type IntakeKeyWithSecret = z.infer<typeof IntakeKeyWithSecret>;

export const IntakeKeyForm = z.strictObject({
  name: requiredText({
    required: 'The field is required!',
    empty: 'The field can not be empty!',
    maxLength: 100,
  }),
});
export type IntakeKeyForm = z.infer<typeof IntakeKeyForm>;

const byId = z.object({ id: Id });
const missing =
  'No intake key of your company has this ID. Use `id` from GET /api/intake/keys; it is not the key itself.';

export const intakeKeysContract = {
  list: endpoint({
    method: 'GET',
    path: '/intake/keys',
    summary: 'List the intake keys of the company, revoked ones last',
    access: 'intake.manage',
  }).output(z.array(IntakeKey)),

  create: endpoint({
    method: 'POST',
    path: '/intake/keys',
    summary: 'Create an intake key; only this answer contains its secret',
    access: 'intake.manage',
    isPaid: true,
    successStatus: 201,
    problems: ['intake.key-name-taken', 'intake.key-limit'],
  })
    .input(z.object({ body: IntakeKeyForm }))
    .output(IntakeKeyWithSecret),

  rename: endpoint({
    method: 'PUT',
    path: '/intake/keys/{id}',
    summary: 'Rename an intake key',
    access: 'intake.manage',
    missing,
    problems: ['record.stale', 'intake.key-name-taken', 'intake.key-revoked'],
  })
    .input(z.object({ params: byId, body: IntakeKeyForm.extend({ version: Version.optional() }) }))
    .output(IntakeKey),

  rotate: endpoint({
    method: 'POST',
    path: '/intake/keys/{id}/rotation',
    summary: 'Rotate the secret; the former one is valid for some more days, with 0 for none',
    access: 'intake.manage',
    isPaid: true,
    missing,
    problems: ['intake.key-revoked'],
  })
    .input(z.object({ params: byId, body: z.strictObject({ graceDays: z.int().min(0).max(30).optional() }) }))
    .output(IntakeKeyWithSecret),

  revoke: endpoint({
    method: 'DELETE',
    path: '/intake/keys/{id}',
    summary: 'Revoke an intake key, effective at once and for ever',
    access: 'intake.manage',
    missing,
    problems: ['intake.key-revoked'],
  })
    .input(z.object({ params: byId }))
    .output(IntakeKey),

  getReports: endpoint({
    method: 'GET',
    path: '/intake/keys/{id}/reports',
    summary: 'Get what the calls of an intake key became, by day and reason',
    access: 'intake.manage',
    missing,
  })
    .input(z.object({ params: byId, query: KeyReportsQuery.optional() }))
    .output(KeyReports),

  updateAlerts: endpoint({
    method: 'PUT',
    path: '/intake/keys/{id}/alerts',
    summary: 'Set the hours of silence after which an intake key alerts; null for never',
    access: 'intake.manage',
    missing,
    problems: ['intake.key-revoked'],
  })
    .input(z.object({ params: byId, body: KeyAlertsForm }))
    .output(KeyReports),
};
