import { formatDuration } from '#contract/calendar/durations.ts';
import { choices, flag, ids, integer, texts } from '#contract/filters/filters.ts';
import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';
import { ratingLabels } from '#contract/conversations/rating-values.ts';
import type { ReviewState } from './review-states.ts';

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const statuses = Object.fromEntries(conversationStatuses.map((status) => [status, status]));
const reviewWords = { none: 'not reviewed', open: 'open review', resolved: 'resolved review' } as const;

/**
 * The filters of the log beside its range, its search and technical users. `features/conversation-log/server/log-filter.repository.ts` holds
 * the SQL of each.
 */
export const logFilters = {
  /** Ids of the filter's options or of the top lists; ids of users with the same name may be joined by `::`. Unknown ids match nothing. */
  users: ids({ noun: 'users', maxLength: 4000, most: 1000 }),
  skills: ids({ noun: 'skills', maxLength: 200, most: 1000 }),
  status: choices({ label: 'Status', noun: 'status', values: statuses as Record<ConversationStatus, string> }),
  /** Day of the week and hour in the company's zone, as the dashboard counts them; 1 is Monday. */
  weekday: integer({ min: 1, max: 7, toWord: (day) => `on ${weekdays[day - 1]}` }),
  hour: integer({ min: 0, max: 23, toWord: (hour) => `from ${hour}:00 to ${hour + 1}:00` }),
  /** Whether the last answer failed, for any reason. */
  failed: flag({ yes: 'ended with a failure', no: 'ended without a failure' }),
  /** Reasons as `getAnswerStats` lists them. A masked reason is longer than the stored one, by the names of what is masked. */
  failures: texts({ noun: 'failure', maxLength: 2000, most: 100 }),
  /** Models of which one answered; an empty name is a model that the assistant does not name. */
  models: texts({ noun: 'model', maxLength: 100, most: 100, mayBeEmpty: true }),
  /** Tools as `getAnswerStats` lists them, of which one was called, and of which one failed. */
  tools: texts({ noun: 'tool', maxLength: 4000, most: 100 }),
  failedTools: texts({ noun: 'failed tool', maxLength: 4000, most: 100 }),
  ratings: choices({ label: 'Rating', noun: 'rating', values: ratingLabels }),
  unanswered: flag({
    label: 'Unanswered',
    hint: 'The last message is the user’s',
    yes: 'unanswered',
    no: 'answered',
  }),
  /** State and tags of reviews; they match nothing for callers who may not read all conversations. */
  reviews: choices<ReviewState>({
    noun: 'review',
    values: { open: 'To review', resolved: 'Resolved', none: 'Without review' },
    toWord: (state) => reviewWords[state],
  }),
  tags: texts({ noun: 'tag', maxLength: 100, most: 100 }),
  /** Milliseconds that one of its answers took longer than. */
  slowerThanMs: integer({
    address: 'slowerThan',
    min: 0,
    max: 86_400_000,
    toWord: (ms) => `an answer slower than ${formatDuration(ms)}`,
  }),
};
