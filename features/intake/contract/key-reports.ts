import * as z from 'zod';
import { Id, Instant } from '#contract/fields.ts';
import { UnreadName } from './unread-names.ts';

/**
 * Why something of an intake key was not taken. Of single items: `fields` it does not fit the schema; `time` out of range;
 * `repeated` the id of another item; `ids` without trace and span id, or naming neither trace nor conversation; `full` its
 * trace or conversation has too many spans; `deleted` the company has deleted its conversation, of which nothing is stored again; `many` beyond the records of an export. Of a whole call: `malformed` it could not
 * be read; `large` too long or too complex; `type` a wrong type or encoding; `busy` the key sent too much at a time;
 * `suspended` the company is; `failed` the portal was at fault.
 */
export const rejectReasons = [
  'fields',
  'time',
  'repeated',
  'ids',
  'full',
  'deleted',
  'many',
  'malformed',
  'large',
  'type',
  'busy',
  'suspended',
  'failed',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/**
 * `late`: of the accepted ones, those that arrived more than a day after they happened. `ignored`: spans and log records that
 * describe no assistant.
 */
export const reportReasons = ['accepted', 'late', 'ignored', ...rejectReasons] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Hours of silence after which a key alerts; the default spans a weekend. */
export const silenceHours = [1, 6, 24, 72, 168] as const;
export const defaultSilenceHours = 72;

const count = z.int().min(0);

export const KeyReportDay = z.object({
  date: z.iso.date(),
  accepted: count,
  late: count,
  ignored: count,
  rejected: z.array(z.object({ reason: z.enum(rejectReasons), items: count })),
});
export type KeyReportDay = z.infer<typeof KeyReportDay>;

/** Outcome of a key's calls by day; days without any are missing. */
export const KeyReports = z.object({
  id: Id,
  name: z.string(),
  hint: z.string(),
  revokedAt: Instant.nullable(),
  /** When something of it was accepted last. */
  acceptedAt: Instant.nullable(),
  /** Null where silence does not alert. */
  silenceHours: z.int().nullable(),
  /** Set while it is silent. */
  silentSince: Instant.nullable(),
  /** Set while unusually much of it is rejected. */
  failingSince: Instant.nullable(),
  /** The latest first. */
  days: z.array(KeyReportDay),
  /** Attributes of the last thirty days that are not read; those that nothing else says first. */
  unread: z.array(UnreadName),
});
export type KeyReports = z.infer<typeof KeyReports>;

export const reportDays = ['7', '30', '90'] as const;
export const KeyReportsQuery = z.strictObject({
  days: z.enum(reportDays, { error: 'Must be 7, 30 or 90.' }).optional(),
});

export const KeyAlertsForm = z.strictObject({
  silenceHours: z.literal(silenceHours, { error: `Must be one of ${silenceHours.join(', ')}, or null.` }).nullable(),
});
