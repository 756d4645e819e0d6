import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { ReportedCost } from './reported-costs.ts';
import { AnswerStats, ConversationTurn } from './answers.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant } from '#contract/fields.ts';
import { LogQuery, LogTotals, RangeInstant, Status } from './log-query.ts';
import { HistoryMessage } from './history-messages.ts';
import { SearchHit, SearchState } from '#contract/conversations/search.ts';
import { NamedUser } from '#contract/conversations/named-user.ts';
import { SkillFigures } from './skill-figures.ts';
import { UserFigures } from './user-figures.ts';
import { ratingValues } from '#contract/conversations/rating-values.ts';
import { ConversationRating } from '#contract/conversations/ratings.ts';
import { Review, reviewEndpoint, reviewTagsEndpoint } from './reviews.ts';
import { Totals } from './totals.ts';
import { ConversationId, unmaskEndpoint } from './unmasking.ts';
import { skillStates } from '#features/skills/contract/skill-states.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

export const logPageSize = 20;
export const topListLength = 5;
/** Skills named one by one in the dashboard's requests per skill; those of lower rank are summed as "Other". */
export const skillListLength = 10;

const Flag = z.enum(['true', 'false'], { error: 'Must be true or false.' });
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

/** A conversation in the log. `apiCalls` is there for actors who may see it. */
export const ListedConversation = z.object({
  _id: ConversationId,
  date: Instant,
  skill: z.string(),
  user: NamedUser,
  messages: count,
  apiCalls: count.optional(),
  status: Status,
  approvedAt: Instant.nullable(),
  /** State of the skill when the conversation started, where it was not active: such runs are only reported. */
  skillState: z.enum(skillStates).optional(),
  /** Why its last answer failed, as errors are grouped; missing where it did not, or none was reported. */
  failure: z.string().optional(),
  /** Excerpts around the words of a search; missing without a search. */
  hits: z.array(SearchHit).optional(),
  /** The beginning of the error of that answer; then what all report: names once each, the longest time, tokens of all. */
  error: z.string().optional(),
  models: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
  failedTools: z.array(z.string()).optional(),
  slowestMs: count.optional(),
  tokens: count.optional(),
  /** Whether the last message is the user's; missing where it is not. */
  isUnanswered: z.literal(true).optional(),
  /** Rating by users; missing where none rated it. */
  rating: z.enum(ratingValues).optional(),
});
export type ListedConversation = z.infer<typeof ListedConversation>;

/** `size`: of all pages; with a place without the `newer`, which have come in before it since. Totals are of all that match. */
export const ConversationsPage = z.object({
  payloads: z.array(ListedConversation),
  size: count,
  newer: count.optional(),
  totals: LogTotals.optional(),
  search: SearchState.optional(),
});
export type ConversationsPage = z.infer<typeof ConversationsPage>;

/** A conversation with what an investigation needs: the sender's id, and its billed runs. */
export const ConversationDetails = ListedConversation.extend({
  externalId: z.string(),
  requests: count,
  /** Whether the reported skill is mapped to one of the store; false also where none was reported. */
  isSkillMapped: z.boolean(),
  /** The skill of the store and the user of the list that it is mapped to; null without one, or where it was deleted. */
  skillId: Id.nullable(),
  userId: Id.nullable(),
  /** The intake key of the newest report; null where an older release did not store it. */
  reportedBy: z.object({ id: Id, name: z.string(), isRevoked: z.boolean() }).nullable(),
  /** The import that brought it, where no assistant reports it; the name of its file is masked. */
  importedFrom: z.object({ id: Id, fileName: z.string() }).nullable(),
  /** Cost of the billed runs, exact; missing where the caller may not see billing. */
  cost: NetEuros.optional(),
  /** Amounts that providers of models charge by the reports of its turns, by currency; not billed. Missing as `cost` is. */
  reportedCosts: z.array(ReportedCost).optional(),
  /** Turns of the assistant, one for each answer, oldest first; empty where it reports none. */
  turns: z.array(ConversationTurn),
  /** Ratings of its messages and of the conversation itself, oldest first. */
  ratings: z.array(ConversationRating),
  /** Null without one; missing for callers who may not read all conversations. */
  review: Review.nullable().optional(),
  /** Until when the caller reads it unmasked; null where it is masked. */
  unmaskedUntil: Instant.nullable(),
  /** How many values are masked in these facts, beside those of the messages. */
  masked: count,
  /** Its texts were deleted: by retention, or with a person. */
  withoutContent: z.boolean(),
});
export type ConversationDetails = z.infer<typeof ConversationDetails>;

export const analyticsContract = {
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

  listConversations: endpoint({
    method: 'POST',
    path: '/analytics/logs',
    summary: 'List one page of the conversations that match the filters, newest first, with their number',
    access: 'transcripts.read-own',
    problems: ['search.too-common'],
  })
    .input(z.object({ body: LogQuery }))
    .output(ConversationsPage),

  findConversation: endpoint({
    method: 'GET',
    path: '/analytics/logs/by-external-id',
    summary:
      'Find a conversation by the id that its assistant gave it, or by the beginning of one alone; null without one that the caller may read',
    access: 'transcripts.read-own',
  })
    .input(z.object({ query: z.strictObject({ externalId: z.string().min(1).max(200), beginning: Flag.optional() }) }))
    .output(z.object({ id: ConversationId.nullable() })),

  getConversation: endpoint({
    method: 'GET',
    path: '/analytics/logs/{id}',
    summary: 'Get one conversation as the log lists it, with its sender’s id and its billed runs',
    access: 'transcripts.read-own',
    problems: ['request.too-complex'],
  })
    .input(z.object({ params: z.object({ id: ConversationId }) }))
    .output(ConversationDetails),

  unmask: unmaskEndpoint,
  updateReview: reviewEndpoint,
  listReviewTags: reviewTagsEndpoint,

  listMessages: endpoint({
    method: 'GET',
    path: '/analytics/logs/conversation/{id}',
    summary: 'List the messages of one conversation, oldest first',
    access: 'transcripts.read-own',
    problems: ['request.too-complex'],
  })
    .input(z.object({ params: z.object({ id: ConversationId }) }))
    .output(z.array(HistoryMessage)),

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
