import { randomUUID } from 'node:crypto';
import type { LogViewForm } from '#features/conversation-log/contract/log-views.ts';
import { makeLogView } from '#features/conversation-log/server/testing/make-log-view.ts';
import { isInCustomer, type SweepCaller, type SweepWorld } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';

const nothing = () => ({ input: {} });

const analyticsRange = () => ({ from: '2024-01-01T00:00:00.000Z', technicalUsers: 'true' as const });

/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');

/** A search with every filter of the log. */
const listConversations: ValidCalls['analytics']['listConversations'] & ValidCalls['live']['watchLog'] = ({
  own,
  other,
}) => ({
  input: {
    body: {
      from: analyticsRange().from,
      users: [`${own.superAdmin.id}::${other.superAdmin.id}`, 'unmapped'],
      skills: ['unmapped'],
      status: ['Completed'],
      weekday: 1,
      hour: 0,
      failed: true,
      failures: ['RateLimitError', 'Card of [Name]'],
      models: ['gpt-5.1'],
      tools: ['find_order'],
      failedTools: ['mail [Name]'],
      unanswered: true,
      ratings: ['negative'],
      reviews: ['none' as const, 'open' as const],
      tags: ['Billing'],
      slowerThanMs: 5000,
      page: 1,
      limit: 20,
      technicalUsers: true,
      totals: true,
    },
  },
});

export const analyticsCalls: ValidCalls['analytics'] = {
  getStats: () => ({ input: { query: analyticsRange() } }),
  getAnswerStats: () => ({ input: { query: analyticsRange() } }),
  listTopUsers: () => ({ input: { query: analyticsRange() } }),
  listTopSkills: () => ({ input: { query: analyticsRange() } }),
  listSkillRequests: () => ({ input: { query: analyticsRange() } }),
  listConversations,
  findConversation: () => ({ input: { query: { externalId: 'c-4711', beginning: 'true' } } }),
  getConversation: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  updateReview: ({ own, other }, { companyId }) => ({
    input: {
      params: { id: own.conversationId },
      body: { tags: ['Billing'], note: 'Asked twice', isResolved: true },
    },
    ...(companyId === own.id ? { answers: [200, 409] } : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  listReviewTags: nothing,
  unmask: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId }, body: { reason: 'A question of the person' } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  listMessages: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  getSkillStats: ({ own, other }, { companyId }) => ({
    input: { params: { _id: own.skillId }, query: analyticsRange() },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  getUserStats: ({ other }, { user, companyId }) => ({
    input: { params: { _id: user.id }, query: analyticsRange() },
    ...(companyId === user.companyId ? {} : { answers: [404] }),
    foreignId: other.superAdmin.id,
  }),
};

const toForm = (): LogViewForm => ({
  name: newWord(),
  filters: { status: ['Failed'], unanswered: true, skills: ['unmapped'], reviews: ['open'] },
  isShared: false,
});

/** A view of the caller; a guest has none, and sees one of another person. */
const makeView = ({ portal, own }: SweepWorld, caller: SweepCaller) =>
  makeLogView(portal, caller.companyId, isInCustomer(caller) ? own.superAdmin.id : caller.user.id);

export const logViewCalls: ValidCalls['logViews'] = {
  list: () => ({ input: {} }),
  listCounts: () => ({ input: { query: { from: '2024-01-01T00:00:00.000Z', technicalUsers: 'true' } } }),
  // The sweeps save more than a person can have.
  create: (_, caller) => ({
    input: { body: toForm(), headers: { 'idempotency-key': newWord() } },
    answers: isInCustomer(caller) ? [409] : [201, 409],
  }),
  update: async (world, caller) => ({
    input: { params: { id: await makeView(world, caller) }, body: { ...toForm(), version: 1 } },
    answers: isInCustomer(caller) ? [403] : [200],
    foreignId: world.other.logViewId,
  }),
  delete: async (world, caller) => ({
    input: { params: { id: await makeView(world, caller) } },
    foreignId: world.other.logViewId,
  }),
};

export const liveCalls: ValidCalls['live'] = {
  watchDashboard: () => ({ input: { query: analyticsRange() } }),
  watchLog: listConversations,
  watchTopUsers: () => ({ input: { query: analyticsRange() } }),
  watchTopSkills: () => ({ input: { query: analyticsRange() } }),
  watchUsage: () => ({ input: { query: { period: '2026-10' } } }),
};
