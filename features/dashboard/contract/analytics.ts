import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { AnswerStats } from './answers.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Flag, Id, Instant } from '#contract/fields.ts';
import { RangeInstant, Status } from '#features/conversation-log/contract/log-query.ts';
import { NamedUser } from '#contract/conversations/named-user.ts';
import { SkillFigures } from './skill-figures.ts';
import { UserFigures } from './user-figures.ts';
import { Totals } from './totals.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

export const topListLength = 5;
/** Skills named one by one in the dashboard's requests per skill; those of lower rank are summed as "Other". */
export const skillListLength = 10;

const CalendarDay = z.iso.date();

/**
 * Both ends are included; the default is the current month up to the end of today in the company's zone. At most five years,
 * because each day is answered.
 * `technicalUsers` applies to actors with the role TechnicalUser; for others it is false.
 */
export const RangeQuery = z.strictObject({
  from: RangeInstant.optional(),
  to: RangeInstant.optional(),
  technicalUsers: Flag.optional(),
});
export type RangeQuery = z.infer<typeof RangeQuery>;

/**
 * Comparison periods: as many days right before the range, the same weekdays some whole weeks before, or the same days
 * some months before. Whole weeks and months are the fewest that do not overlap the range.
 */
export const comparisons = ['days', 'weeks', 'months'] as const;
export type RangeComparison = (typeof comparisons)[number];

/** The default of `compare` is `days`. */
export const ComparedQuery = RangeQuery.extend({
  compare: z.enum(comparisons, { error: `Must be one of ${comparisons.join(', ')}.` }).optional(),
});
export type ComparedQuery = z.infer<typeof ComparedQuery>;

const count = z.int().min(0);

const TopSkill = z.object({ _id: z.string(), name: z.string(), total: count, previous: count });
export const TopUser = NamedUser.extend({
  _id: z.string(),
  /** Messages of the user's conversations. */
  total: count,
});
export type TopUser = z.infer<typeof TopUser>;

export const TopSkillRow = TopSkill.omit({ previous: true });
export type TopSkillRow = z.infer<typeof TopSkillRow>;

const DayTotals = z.object({ messages: count, conversations: count });

/** Billed requests of a skill in a range and in the one before it; `cost` in euros for actors who see billing. */
export const SkillRequests = z.object({
  _id: z.string(),
  name: z.string(),
  requests: count,
  previous: count,
  cost: NetEuros.optional(),
});
export type SkillRequests = z.infer<typeof SkillRequests>;

export const AnalyticsStats = Totals.extend({
  from: Instant,
  to: Instant,
  /** An IANA name, or a company's zone with its changes (`calendar/zone-names.ts`). */
  timeZone: z.string(),
  /** When the figures were read. */
  date: Instant,
  /** The range that `compare` asks for. */
  previous: Totals.extend({ from: Instant, to: Instant }),
  /** By conversations. */
  topSkills: z.array(TopSkill),
  topUsers: z.array(TopUser.extend({ previous: count })),
  /** `previous`: the day of the range before that it is compared with; without a date where there is none. */
  messagesByDate: z.array(
    DayTotals.extend({ date: CalendarDay, previous: DayTotals.extend({ date: CalendarDay.nullable() }) }),
  ),
  statuses: z.array(z.object({ status: Status, total: count, previous: count })),
  /** At most ten skills by usage events, most first; the last one may be the sum of all others. */
  skills: z.array(SkillRequests.extend({ _id: z.string().nullable() })),
  /** Conversations by hour of the week; `weekday` 1 is Monday. Hours without conversations are missing. */
  hours: z.array(
    z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), total: count, previous: count }),
  ),
  /** Progress of the demo's conversations in months; missing when all are sent. */
  demo: z.object({ done: count, total: count }).optional(),
});
export type AnalyticsStats = z.infer<typeof AnalyticsStats>;

export const dashboardAnalyticsContract = {
  getStats: endpoint({
    method: 'GET',
    path: '/analytics/stats',
    summary: 'Get the dashboard of a range, compared with an earlier one',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: ComparedQuery.optional() }))
    .output(AnalyticsStats),

  getAnswerStats: endpoint({
    method: 'GET',
    path: '/analytics/answers',
    summary: 'Get the time, tokens and failures of the answers of a range, compared with an earlier one',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: ComparedQuery.optional() }))
    .output(AnswerStats),

  listTopUsers: endpoint({
    method: 'GET',
    path: '/analytics/top-users',
    summary: 'List the users of the assistant by number of messages',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: RangeQuery.optional() }))
    .output(z.array(TopUser)),

  listTopSkills: endpoint({
    method: 'GET',
    path: '/analytics/top-skills',
    summary: 'List the skills of the assistant by number of conversations',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: RangeQuery.optional() }))
    .output(z.array(TopSkillRow)),

  listSkillRequests: endpoint({
    method: 'GET',
    path: '/analytics/skill-requests',
    summary: 'List the skills of the assistant by number of billed requests, compared with an earlier range',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: ComparedQuery.optional() }))
    .output(z.array(SkillRequests)),

  getSkillStats: endpoint({
    method: 'GET',
    path: '/analytics/skills/{_id}',
    summary: 'Get the figures of a skill in a range, compared with an earlier one',
    access: 'skills.manage',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ params: z.object({ _id: Id }), query: ComparedQuery.optional() }))
    .output(SkillFigures),

  getUserStats: endpoint({
    method: 'GET',
    path: '/analytics/users/{_id}',
    summary: 'Get the conversations, messages, requests and cost of a user in a range',
    access: 'users.manage',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ params: z.object({ _id: Id }), query: RangeQuery.optional() }))
    .output(UserFigures),
};
