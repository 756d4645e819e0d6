import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { ReportedCost } from './reported-costs.ts';
import { ConversationTurn } from './turns.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Flag, Id, Instant } from '#contract/fields.ts';
import { LogQuery, LogTotals, Status } from './log-query.ts';
import { HistoryMessage } from './history-messages.ts';
import { SearchHit, SearchState } from '#contract/conversations/search.ts';
import { NamedUser } from '#contract/conversations/named-user.ts';
import { ratingValues } from '#contract/conversations/rating-values.ts';
import { ConversationRating } from '#contract/conversations/ratings.ts';
import { Review, reviewEndpoint, reviewTagsEndpoint } from './reviews.ts';
import { ConversationId, unmaskEndpoint } from './unmasking.ts';
import { skillStates } from '#features/skills/contract/skill-states.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

export const logPageSize = 20;

const count = z.int().min(0);

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

export const logAnalyticsContract = {
  listConversations: endpoint({
    method: 'POST',
    path: '/analytics/logs',
    summary: 'List one page of the conversations that match the filters, newest first, with their number',
    goesOn: true,
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
};
