import { expect } from 'vitest';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import type { SearchState } from '#contract/conversations/search.ts';
import { shrinkMonths } from '#domain/search/compact-month.service.ts';
import { indexAll, settleMonths } from '#domain/search/search-index-passes.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

export interface FoundPage {
  readonly payloads: ListedConversation[];
  readonly size: number;
  readonly search?: SearchState;
}

/** An assistant that reports what was said in a new company. */
export interface Reporter {
  readonly companyId: string;
  readonly superAdmin: TestUser;
  readonly headers: Record<string, string>;
}

/** A conversation of these texts, of the user and the assistant in turn. */
export interface Said {
  readonly id: string;
  readonly daysAgo?: number;
  readonly texts: readonly string[];
  readonly [field: string]: unknown;
}

export const dayMs = 86_400_000;

/** Operations on a portal for the tests of the search. */
export function createSearchKit(portal: () => TestPortal) {
  const toConversation = ({ id, daysAgo = 0, texts, ...fields }: Said) => {
    const start = portal().clock.now().getTime() - daysAgo * dayMs - 60_000;
    const messages = texts.map((value, place) => ({
      id: `${place}`,
      date: new Date(start + place * 1000).toISOString(),
      isAssistant: place % 2 === 1,
      author: 'A',
      data: [{ type: 'text', value }],
    }));
    return { id, date: new Date(start).toISOString(), ...fields, messages };
  };
  const parts = () => ({
    database: portal().database,
    workers: portal().adapters.workers,
    changes: portal().adapters.changes,
  });
  const year = () => ({
    from: new Date(portal().clock.now().getTime() - 700 * dayMs).toISOString(),
    to: portal().clock.now().toISOString(),
  });
  const call = (as: TestUser, query: LogQuery) =>
    portal().call('/analytics/logs', { as, body: { ...year(), limit: 100, ...query } });
  const search = async (as: TestUser, query: string | LogQuery): Promise<FoundPage> => {
    const { status, body } = await call(as, typeof query === 'string' ? { search: query } : query);
    expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
    return body as FoundPage;
  };
  return {
    parts,
    year,
    call,
    search,
    async makeReporter(): Promise<Reporter> {
      const { id: companyId, superAdmin } = await portal().makeCompany();
      const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Assistant' });
      return { companyId, superAdmin, headers: { authorization: `Bearer ${secret}` } };
    },
    async report({ headers }: Reporter, ...said: readonly Said[]): Promise<void> {
      const body = { conversations: said.map(toConversation) };
      expect((await portal().call('/intake/conversations', { body, headers })).status).toBe(200);
    },
    index: () => indexAll(parts(), portal().clock.now()),
    /** Until no table is in use by a test beside this one. */
    async settle(): Promise<void> {
      const merged = await settleMonths(parts(), portal().clock.now(), (_, error) => {
        throw error;
      });
      await expect.poll(() => shrinkMonths(portal().database, [...merged]), { timeout: 90_000 }).toEqual([]);
    },
    /** The ids of the sender of what is found, in its order. */
    async findIds(query: string | LogQuery, as: TestUser): Promise<string[]> {
      const { payloads } = await search(as, query);
      const details = await Promise.all(payloads.map(({ _id }) => portal().call(`/analytics/logs/${_id}`, { as })));
      return details.map(({ body }) => (body as ConversationDetails).externalId);
    },
  };
}

/** The hits as the log shows them: marked words in brackets. */
export const toTexts = ({ payloads }: FoundPage) =>
  payloads.map(({ hits = [] }) =>
    hits.map(({ excerpt }) => excerpt.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')),
  );
