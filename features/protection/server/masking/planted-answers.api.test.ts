import { expect, test, vi } from 'vitest';
import type { TopUser } from '#features/dashboard/contract/analytics.ts';
import type { ConversationsPage, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { Dashboard } from '#features/dashboard/contract/live.ts';
import { createPlanter, createRandom } from '#domain/masking/testing/planted-values.ts';
import { indexAll } from '#domain/search/search-index-passes.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { watch } from '#domain/live/testing/watch-events.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createCoreFinder, listAnswerTexts, listCells } from './testing/find-cores.ts';

const portal = useTestPortal();

/** `PLANTED=10000 npx vitest run --project api features/protection/server/masking/planted-answers.api.test.ts` plants more of them. */
const count = Number(process.env['PLANTED'] ?? 3000);
const perConversation = 20;

interface Answers {
  /** Every text of every answer. */
  readonly texts: string[];
  readonly ids: string[];
}

const range = () => ({ from: '2026-01-01T00:00:00.000Z', to: portal().clock.now().toISOString() });

const parseLines = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Whatever an answer has of conversations, for a reader. */
async function readAnswers(as: TestUser, searches: readonly string[]): Promise<Answers> {
  const texts: string[] = [];
  const read = async (path: string, body?: object) => {
    const answer = await portal().call(path, { as, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    texts.push(...listAnswerTexts(answer.body));
    return answer.body;
  };
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { payloads } = (await read('/analytics/logs', { page })) as { payloads: ListedConversation[] };
    if (payloads.length === 0) break;
    ids.push(...payloads.map(({ _id }) => _id));
  }
  for (const id of ids) {
    await read(`/analytics/logs/${id}`);
    await read(`/analytics/logs/conversation/${id}`);
  }
  const { from, to } = range();
  const query = `?from=${from}&to=${to}`;
  for (const name of ['stats', 'top-users', 'top-skills', 'skill-requests', 'answers'])
    await read(`/analytics/${name}${query}`);
  for (const path of ['/users?unmapped=true&limit=1000']) await read(path);
  for (const search of searches) await read('/analytics/logs', { search, page: 1 });
  const downloads = [
    ['conversations', range()],
    ['messages', range()],
    ['top-users', range()],
    ['requests', {}],
    ['usage', {}],
  ] as const;
  for (const [kind, filter] of downloads) {
    for (const format of ['csv', 'jsonl']) {
      const { status, body } = await portal().call(`/exports/${kind}`, { as, body: { ...filter, format } });
      expect([kind, format, status]).toEqual([kind, format, 200]);
      const rows = format === 'csv' ? listCells(String(body)) : parseLines(String(body));
      for (const text of listAnswerTexts(rows)) texts.push(text);
    }
  }
  return { texts, ids };
}

interface Watching {
  /** The newest number of conversations of each stream. */
  readonly counts: () => (number | undefined)[];
  /** Every text of every event, once the streams are closed. */
  readonly close: () => Promise<string[]>;
}

/** The live dashboard and top users, and a page of the log with the newest conversations. */
async function watchAll(as: TestUser): Promise<Watching> {
  const query = new URLSearchParams(range()).toString();
  const dashboard = await watch<Dashboard>(portal(), `/analytics/events?${query}`, as);
  const log = await watch<ConversationsPage>(portal(), '/analytics/logs/events', as, { ...range(), limit: 100 });
  const topUsers = await watch<TopUser[]>(portal(), `/analytics/top-users/events?${query}`, as);
  return {
    counts: () => [dashboard.values.at(-1)?.stats.conversations, log.values.at(-1)?.size],
    close: async () => {
      await Promise.all([dashboard.close(), log.close(), topUsers.close()]);
      return listAnswerTexts([dashboard.values, log.values, topUsers.values]);
    },
  };
}

test(
  'of all planted values a reader without the right gets none in any answer, event or download',
  { timeout: 300_000 },
  async () => {
    const { superAdmin, companyId, send } = await makeReportingCompany(portal());
    const reader = await portal().makeUser(companyId, { roles: ['User'] });
    const plant = createPlanter(createRandom(7));
    const planted = Array.from({ length: count }, plant);
    const date = new Date(portal().clock.now().getTime() - 3_600_000).toISOString();
    const conversations = Array.from({ length: count / perConversation }, (_, place) => {
      const values = planted.slice(place * perConversation, (place + 1) * perConversation);
      return {
        id: `conversation ${place}`,
        date,
        skill: 'Leave',
        user: { id: `u ${place}`, firstName: 'Mari' },
        turns: values.map(({ parts }) => ({ date, error: JSON.stringify(parts).slice(0, 900) })),
        messages: values.map(({ parts }, index) => ({
          id: `m ${place} ${index}`,
          date,
          isAssistant: index % 2 === 1,
          author: 'Mari',
          data: parts,
          rating: { value: 'negative', comment: JSON.stringify(parts).slice(0, 900) },
        })),
      };
    });
    const watching = await watchAll(reader);
    for (let at = 0; at < conversations.length; at += 25)
      await send({ conversations: conversations.slice(at, at + 25) });
    const all = conversations.length;
    await vi.waitFor(() => expect(watching.counts()).toEqual([all, all]), { timeout: 20_000, interval: 100 });
    // As a watcher who comes now gets them.
    const late = await watchAll(reader);
    await vi.waitFor(() => expect(late.counts()).toEqual([all, all]), { timeout: 20_000, interval: 100 });
    const events = [...(await watching.close()), ...(await late.close())];

    const { database, adapters } = portal();
    await indexAll({ database, workers: adapters.workers }, portal().clock.now());

    const find = createCoreFinder(planted.map(({ core }) => core));
    // Words beside the values, and the values themselves.
    const searches = ['value', 'thanks', 'hello value', ...planted.slice(0, 100).map(({ core }) => core)];
    const { texts, ids } = await readAnswers(reader, searches);
    expect(ids).toHaveLength(conversations.length);
    expect(texts.length).toBeGreaterThan(count * 4);
    expect(events.length).toBeGreaterThan(all);
    expect([...find([...texts, ...events])]).toEqual([]);

    // The check finds the values of a conversation that is read unmasked.
    const [id] = ids;
    const reason = 'A proof that the check finds';
    expect((await portal().call(`/analytics/logs/${id}/unmasking`, { as: superAdmin, body: { reason } })).status).toBe(
      200,
    );
    const { body } = await portal().call(`/analytics/logs/conversation/${id}`, { as: superAdmin });
    expect(find(listAnswerTexts(body)).size).toBeGreaterThan(perConversation * 0.9);
  },
);
