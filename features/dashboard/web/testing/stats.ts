import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { addDays } from '#contract/calendar/zones.ts';

/** Figures of 1 to 21 November 2026 in Tallinn, with the given differences. */
export function makeStats(different: Partial<AnalyticsStats> = {}): AnalyticsStats {
  return {
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-21T21:59:59.999Z',
    timeZone: 'Europe/Tallinn',
    date: '2026-11-21T10:00:05.000Z',
    apiCalls: 20_033,
    conversations: 1394,
    users: 184,
    successRate: 92.4,
    messages: 8347,
    requests: 1115,
    cost: 990.0007,
    previous: {
      from: '2026-10-10T21:00:00.000Z',
      to: '2026-10-31T21:59:59.999Z',
      apiCalls: 10_000,
      conversations: 2788,
      users: 184,
      successRate: 90.1,
      messages: 8000,
      requests: 1000,
      cost: 500,
    },
    topSkills: [
      { _id: 's1', name: 'Leave requests', total: 432, previous: 400 },
      { _id: 's2', name: 'Password reset', total: 139, previous: 0 },
    ],
    topUsers: [{ _id: 'u1', firstName: 'Maarja', lastName: 'Kask', total: 259, previous: 518 }],
    messagesByDate: Array.from({ length: 21 }, (_, index) => ({
      date: addDays('2026-11-01', index),
      messages: index * 10,
      conversations: index,
      previous: { date: addDays('2026-10-04', index), messages: index * 9, conversations: index + 1 },
    })),
    statuses: [
      { status: 'Completed', total: 1115, previous: 1000 },
      { status: 'Failed', total: 279, previous: 0 },
    ],
    skills: [
      { _id: 's1', name: 'Leave requests', requests: 892, previous: 446, cost: 892 },
      { _id: null, name: 'All other skills', requests: 223, previous: 223, cost: 98.0007 },
    ],
    hours: [
      { weekday: 1, hour: 9, total: 12, previous: 24 },
      { weekday: 5, hour: 14, total: 31, previous: 0 },
    ],
    ...different,
  };
}

const nothing = { apiCalls: 0, conversations: 0, users: 0, successRate: null, messages: 0, requests: 0, cost: 0 };

/** A company without conversations in the range and in the previous period. */
export function makeEmptyStats(): AnalyticsStats {
  const { previous } = makeStats();
  return makeStats({
    ...nothing,
    previous: { ...previous, ...nothing },
    topSkills: [],
    topUsers: [],
    messagesByDate: [],
    statuses: [],
    skills: [],
    hours: [],
  });
}

/** Answers of a range; none where nothing else is said. */
export const makeAnswers = (different: Partial<AnswerStats> = {}): AnswerStats => {
  const range = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-21T21:59:59.999Z' };
  const none = {
    answers: 0,
    failed: 0,
    failedConversations: 0,
    unanswered: 0,
    ratings: { positive: 0, neutral: 0, negative: 0 },
    inputTokens: 0,
    outputTokens: 0,
    median: null,
    p95: null,
  };
  return {
    ...range,
    ...none,
    timeZone: 'Europe/Tallinn',
    previous: { ...range, ...none },
    days: [],
    models: [],
    tools: [],
    failures: [],
    ...different,
  };
};
