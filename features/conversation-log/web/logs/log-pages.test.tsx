import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationsPage, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { MockedEvents } from '#web/api/testing/mock-api.ts';
import { findRow, getQuery, makeRecord, openLogs, toId } from '../testing/open-logs.tsx';

/** A log to which conversations are added before all others, all at one instant; as the server lists it. */
function makeLog(size: number) {
  const rows = Array.from({ length: size }, (_, index) => makeRecord(index + 1));
  let added = 0;
  const list = ({ page = 1, place }: LogQuery): ConversationsPage => {
    const newer = place ? rows.findIndex(({ _id }) => _id === place.id) + 1 - place.seen : 0;
    const first = (page - 1) * 20 + newer;
    return { payloads: rows.slice(first, first + 20), size: rows.length - newer, ...(place && { newer }) };
  };
  const add = (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      added += 1;
      rows.unshift(makeRecord(1000 + added, { skill: `New ${added}` }));
    }
  };
  return { list, add };
}

const readSkills = () =>
  [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(({ cells }) => cells[1]?.textContent);
const skillsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `Skill ${first + index}`);

test('the next pages repeat and skip no row while conversations come in, and the way back shows the same', async () => {
  const log = makeLog(45);
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: ({ body }: { body: LogQuery }) => log.list(body) },
  });
  await findRow('Skill 1');
  log.add(5);
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('Skill 21');
  await waitFor(() => expect(readSkills()).toEqual(skillsOf(21, 40)));
  expect(getQuery(api).place).toEqual({ date: makeRecord(20).date, id: toId(20), seen: 20 });
  screen.getByText('Showing 21 to 40 of 45 entries .');
  log.add(30);
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('Skill 41');
  await waitFor(() => expect(readSkills()).toEqual(skillsOf(41, 45)));
  await person.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(readSkills()).toEqual(skillsOf(21, 40)));
  expect(getQuery(api).place).toEqual({ date: makeRecord(41).date, id: toId(41), seen: 41 });
  await person.click(await screen.findByRole('button', { name: '35 new' }));
  await findRow('New 35');
  expect(getQuery(api)).toMatchObject({ page: 1 });
  expect(getQuery(api).place).toBeUndefined();
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
});

test('on a later page what the portal sends is counted, and moves nothing', async () => {
  const stream = new MockedEvents();
  const log = makeLog(45);
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: ({ body }: { body: LogQuery }) => log.list(body) },
    endpoints: { live: { watchLog: stream } },
  });
  await findRow('Skill 1');
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('Skill 21');
  await waitFor(() => expect(api.getCalls('live.watchLog').at(-1)?.body).toMatchObject({ place: { id: toId(20) } }));
  log.add(3);
  const done: ListedConversation[] = log.list(getQuery(api)).payloads;
  await waitFor(() => {
    act(() => stream.send(log.list(getQuery(api))));
    screen.getByRole('button', { name: '3 new' });
  });
  expect(done).toHaveLength(20);
  expect(readSkills()).toEqual(skillsOf(21, 40));
});

test('another filter is counted from its own beginning', async () => {
  const log = makeLog(45);
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: ({ body }: { body: LogQuery }) => log.list(body) },
  });
  await findRow('Skill 1');
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('Skill 21');
  await person.type(screen.getByRole('searchbox'), 'invoice{Enter}');
  await waitFor(() => expect(getQuery(api).search).toBe('invoice'));
  expect(getQuery(api).place).toBeUndefined();
});
