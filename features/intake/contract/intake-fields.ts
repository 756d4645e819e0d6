import * as z from 'zod';

/** The sender's id of a record; a repeated id is the same record. */
export const ExternalId = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !id.includes('\uFFFD'), {
    error: 'An id must not contain the NUL character, half a character or bytes that are no text.',
  })
  .describe('Your id; the same id again is the same record.');

export const ReportedInstant = z.iso.datetime({
  offset: true,
  error: 'Dates must be ISO 8601 with a time zone, e.g. 2026-11-01T08:30:00.000Z.',
});
