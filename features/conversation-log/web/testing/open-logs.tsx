import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { MockedEvents, mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
// Imported here, because loading it lazily can exceed the time limit of a test.
import '../conversation/conversation-dialog.tsx';
import { LogListPage } from '../logs/log-list-page.tsx';

export const toId = (place: number) => `0190a7c0-0000-7000-8000-${String(place).padStart(12, '0')}`;

export function makeRecord(place: number, different: Partial<ListedConversation> = {}): ListedConversation {
  return {
    _id: toId(place),
    date: '2020-01-05T11:45:00.000Z',
    skill: `Skill ${place}`,
    user: { firstName: 'Bo', lastName: `Hannula ${place}` },
    messages: 10 + place,
    status: 'Completed',
    approvedAt: null,
    ...different,
  };
}

/** A record as it is loaded by itself. */
export const makeDetails = (place: number, different: Partial<ConversationDetails> = {}): ConversationDetails => ({
  ...makeRecord(place),
  externalId: `conversation-${place}`,
  requests: 2,
  isSkillMapped: true,
  skillId: null,
  userId: null,
  masked: 0,
  reportedBy: { id: '0190a7c0-0000-7000-8000-00000000000a', name: 'Teams', isRevoked: false },
  importedFrom: null,
  cost: 0.9,
  reportedCosts: [],
  turns: [],
  ratings: [],
  unmaskedUntil: null,
  withoutContent: false,
  ...different,
});

/** Records of one page of a long list. */
export function makePage(page: number, size: number) {
  const first = (page - 1) * 20 + 1;
  const count = Math.max(0, Math.min(20, size - first + 1));
  return { payloads: Array.from({ length: count }, (_, index) => makeRecord(first + index)), size };
}

export function makeMessage(
  place: number,
  data: MessagePart[],
  different: Partial<HistoryMessage> = {},
): HistoryMessage {
  const id = `message ${place}`;
  return {
    id,
    _id: id,
    isAssistant: true,
    author: 'Stew',
    date: '2020-01-05T11:45:30.000Z',
    loading: false,
    hide: false,
    data,
    ...different,
  };
}

interface Facts {
  user?: Parameters<typeof makeCurrentUser>[0];
  analytics?: MockedEndpoints['analytics'];
  endpoints?: MockedEndpoints;
}

/** The default list of a test. */
const usualLogs = ({ body }: { body: LogQuery }) => makePage(body.page ?? 1, 45);

/** Renders the log at a path with its search. */
export function openLogs(path = '/analytics/logs', { user, analytics, endpoints }: Facts = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser(user) },
    analytics: {
      listConversations: usualLogs,
      listMessages: [],
      getConversation: makeDetails(1),
      ...analytics,
    },
    live: { watchLog: new MockedEvents() },
    logViews: { list: [], listCounts: [] },
    users: { list: [] },
    skills: { list: [] },
    ...endpoints,
  });
  const page = renderPage(LogListPage, path);
  return { api, page, person: userEvent.setup() };
}

/** The row of a skill, by text, because queries by the names of twenty rows are slow. */
export async function findRow(skill: string): Promise<HTMLElement> {
  const row = (await screen.findByText(skill)).closest('tr');
  if (!row) throw new Error(`${skill} is in no row.`);
  return row;
}

/** The body of the latest call for a page of logs. */
export function getQuery(api: ReturnType<typeof openLogs>['api']): LogQuery {
  return api.getCalls('analytics.listConversations').at(-1)?.body as LogQuery;
}
