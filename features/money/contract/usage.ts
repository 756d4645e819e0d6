import * as z from 'zod';
import { NamedUser } from '#contract/conversations/named-user.ts';
import { unmappedId } from '#contract/conversations/conversations.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { dayField, Id, Instant, Version } from '#contract/fields.ts';
import { uuidPart } from '#contract/uuid.ts';
import { NetEuros } from './costs/amounts.ts';
import { PriceTier } from './costs/price-tiers.ts';
import { keyLimits, limitActions } from './limits.ts';
import { allSkillsId } from './usage-ids.ts';
import { AccountLimit, LimitUpdate, SkillLimit, Support, SupportUpdate } from './limit-forms.ts';

const endpoint = defineEndpoints('Usage and limits', 'dev');

const count = z.int().min(0);
/** Made from ten-thousandths. */
export const Euros = NetEuros;
const Limit = Euros.nullable();
const CalendarDay = z.iso.date();
const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
export const Month = z.string().regex(monthPattern, { error: 'The period must be a month, e.g. 2026-11.' });

/** A skill of the store, a reported skill, or `unmapped`. */
export const SkillId = z.union([Id, z.literal(unmappedId)], { error: 'Invalid id.' });

/**
 * Section 3, skill usage row. `price` is the latest price; `prices` counts usage events by price. `total` is in whole
 * cents (`getCost`), and so is `spent`, which counts against the limit: both are the same amount. `terms`
 * are what is agreed beside one price: the tiers of today or of the last day of a past month, and the base fee of the month; missing without any.
 */
export const SkillUsage = z.object({
  _id: SkillId,
  name: z.string(),
  price: Euros,
  prices: z.array(z.object({ price: Euros, requests: count })),
  requests: count,
  total: Euros,
  spent: Euros,
  /** The skill's monthly limit; null for none. */
  limit: Limit,
  /** Effect of the limit when it is reached. */
  limitAction: z.enum(limitActions),
  limitVersion: Version,
  /** The day on which the limit was reached in the present month; missing where it is not. */
  reachedOn: CalendarDay.optional(),
  terms: z.object({ tiers: z.array(PriceTier).nullable(), baseFee: Euros }).optional(),
});
export type SkillUsage = z.infer<typeof SkillUsage>;

/** Forecast of the current month, rounded to cents. `low` and `high` are the bounds of an 80 % interval. */
export const Forecast = z.object({
  total: Euros,
  low: Euros,
  high: Euros,
  /** The expected or actual day on which the limit is reached; null where it is not reached. */
  limitReachedOn: CalendarDay.nullable(),
  /** Expected totals of the period at the end of each day, from today on. */
  days: z.array(z.object({ date: CalendarDay, total: Euros, low: Euros, high: Euros })),
});
export type Forecast = z.infer<typeof Forecast>;

/** The usage dashboard of one calendar month in the company's zone. Amounts are euros. */
export const Usage = z.object({
  period: z.object({ start: Instant, end: Instant }),
  /** The most expensive first. Also skills with a base fee, and in the current month those with a limit, without usage events. */
  data: z.array(SkillUsage),
  limit: Limit,
  limitAction: z.enum(limitActions),
  limitVersion: Version,
  /** The day on which the limit was reached in the present month; missing where it is not. */
  reachedOn: CalendarDay.optional(),
  /** Effect of limits on each intake key that is not revoked. */
  keys: z.array(z.object({ name: z.string(), limits: z.enum(keyLimits) })),
  /** The sum of the rows, and of the days. */
  total: Euros,
  /** The total, which is what counts against the limit. */
  spent: Euros,
  /** The base fees of the rows, which the invoice of the month has beside the total. They count against no limit. */
  fees: Euros,
  requests: count,
  /** When the figures were read. */
  date: Instant,
  /** An IANA name, or a company's zone with its changes (`calendar/zone-names.ts`). */
  timeZone: z.string(),
  /** Months with usage, the current one first. */
  periods: z.array(z.string().regex(monthPattern)),
  /** Every day of the period up to today. `total` is by how much the cost of the period grew on that day. */
  days: z.array(z.object({ date: CalendarDay, requests: count, total: Euros })),
  forecast: Forecast.optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A usage event. `conversationId` is null without a conversation, and where the actor may not see it. */
export const UsageEvent = z.object({
  id: z.guid(),
  date: Instant,
  skill: z.string(),
  user: NamedUser,
  price: Euros,
  conversationId: z.guid().nullable(),
});
export type UsageEvent = z.infer<typeof UsageEvent>;

/** Page key: day, instant and id of the last usage event of a page. */
export const usageEventKeyPattern = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})_(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)_(${uuidPart})$`,
);

export const UsageEventPage = z.object({
  payloads: z.array(UsageEvent),
  /** How many there are on all pages; null on later pages. */
  total: count.nullable(),
  /** For `after` of the next page; null on the last. */
  next: z.string().nullable(),
});
export type UsageEventPage = z.infer<typeof UsageEventPage>;

export const usageContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/skills/usage',
    summary: 'Get requests and cost of each skill in a month, by default the present one',
    access: 'billing.read',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(Usage),

  listEvents: endpoint({
    method: 'GET',
    path: '/company/skills/usage/{id}/requests',
    summary:
      'List the usage events of a skill or of all, in a month, a range of days or a conversation, newest first, in pages by key',
    access: 'billing.read',
  })
    .input(
      z.object({
        params: z.object({ id: z.union([SkillId, z.literal(allSkillsId)], { error: 'Invalid id.' }) }),
        query: z
          .strictObject({
            period: Month.optional(),
            from: dayField('The date is not valid.').optional(),
            to: dayField('The date is not valid.').optional(),
            user: Id.optional(),
            /** One that the actor may read; without days, on all days. */
            conversation: z.guid({ error: 'Invalid id.' }).optional(),
            after: z.string().regex(usageEventKeyPattern, { error: 'Invalid page cursor.' }).optional(),
            limit: z.coerce.number().int().min(1).max(100).optional(),
          })
          .optional(),
      }),
    )
    .output(UsageEventPage),

  updateLimit: endpoint({
    method: 'PUT',
    path: '/company/limits',
    summary: 'Update the limit of the company for a month; null for none',
    access: 'limits.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: LimitUpdate }))
    .output(AccountLimit),

  updateSkillLimit: endpoint({
    method: 'PUT',
    path: '/company/skills/{id}/limit',
    summary: 'Update the limit of a skill for a month; null for none',
    access: 'limits.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ params: z.object({ id: Id }), body: LimitUpdate }))
    .output(SkillLimit),

  getSupport: endpoint({
    method: 'GET',
    path: '/company/support',
    summary: 'List the overall support limit and the limit of each kind',
    access: 'billing.read',
  }).output(Support),

  updateSupportLimits: endpoint({
    method: 'PUT',
    path: '/company/support/limits',
    summary: 'Update limits of support: all of the list or none',
    access: 'limits.manage',
    problems: ['record.not-found', 'record.stale'],
  })
    .input(z.object({ body: SupportUpdate }))
    .output(Support),
};
