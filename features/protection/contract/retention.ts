import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Version } from '#contract/fields.ts';

const endpoint = defineEndpoints('Retention');

export const shortestRetentionDays = 30;
export const longestRetentionDays = 3650;

const Days = z
  .int({ error: 'Enter a number of whole days.' })
  .min(shortestRetentionDays, { error: `Keep them for at least ${shortestRetentionDays} days.` })
  .max(longestRetentionDays, { error: `Keep them for at most ${longestRetentionDays} days, or forever.` })
  .nullable();

const Settings = z.strictObject({
  /** Texts and images of conversations, and errors of their turns; null without an end. */
  contentDays: Days,
  /** The conversations themselves with their figures; never usage and invoices. Null without an end. */
  sumsDays: Days,
});

const isOrdered = ({ contentDays, sumsDays }: z.infer<typeof Settings>) =>
  contentDays === null || sumsDays === null || contentDays <= sumsDays;
const order = { error: 'Texts cannot be kept longer than the conversations.', path: ['contentDays'] };

export const Retention = Settings.extend({ version: z.int() });
export type Retention = z.infer<typeof Retention>;

export const RetentionForm = Settings.extend({ version: Version.optional() }).refine(isOrdered, order);
export type RetentionForm = z.infer<typeof RetentionForm>;

const Share = z.object({
  /** The first day that is kept, in the company's zone. */
  before: z.iso.date(),
  conversations: z.int().min(0),
});

/** Data that settings would delete now; null for what they keep. */
export const RetentionPreview = z.object({ content: Share.nullable(), sums: Share.nullable() });
export type RetentionPreview = z.infer<typeof RetentionPreview>;

export const retentionContract = {
  get: endpoint({
    method: 'GET',
    path: '/privacy/retention',
    summary: 'Get for how long texts and conversations are kept',
    access: 'privacy.manage',
  }).output(Retention),

  update: endpoint({
    method: 'PUT',
    path: '/privacy/retention',
    summary: 'Update for how long texts and conversations are kept; a daily job deletes what is older',
    access: 'privacy.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: RetentionForm }))
    .output(Retention),

  preview: endpoint({
    method: 'POST',
    path: '/privacy/retention/preview',
    summary: 'Count what settings would delete now',
    goesOn: true,
    access: 'privacy.manage',
  })
    .input(z.object({ body: Settings.refine(isOrdered, order) }))
    .output(RetentionPreview),
};
