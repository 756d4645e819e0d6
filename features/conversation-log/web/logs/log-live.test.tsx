import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MockedEvents } from '#web/api/testing/mock-api.ts';
import { findRow, makePage, makeRecord, openLogs } from '../testing/open-logs.tsx';

test('what the portal sends is counted at once, and shown when one asks', async () => {
  const stream = new MockedEvents();
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: makePage(1, 1) },
    endpoints: { live: { watchLog: stream } },
  });
  await findRow('Skill 1');
  await waitFor(() => expect(api.getCalls('live.watchLog')).toHaveLength(1));
  const page = makePage(1, 13);
  await waitFor(() => {
    stream.send(page);
    screen.getByRole('button', { name: '12 new' });
  });
  screen.getByText('Live');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
  api.change({ analytics: { listConversations: page } });
  await person.click(screen.getByRole('button', { name: '12 new' }));
  await findRow('Skill 13');
  act(() => stream.end());
  await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
});

test('a searched log is sent by the portal too', async () => {
  const stream = new MockedEvents();
  const { api } = openLogs('/analytics/logs?search=invoice', {
    analytics: { listConversations: makePage(1, 1) },
    endpoints: { live: { watchLog: stream } },
  });
  await findRow('Skill 1');
  await waitFor(() => expect(api.getCalls('live.watchLog').at(-1)?.body).toMatchObject({ search: 'invoice' }));
  await waitFor(() => {
    stream.send(makePage(1, 13));
    screen.getByRole('button', { name: '12 new' });
  });
  screen.getByText('Live');
});

test('what came in is counted and what was processing is shown, and no row moves before one asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const running = makeRecord(1, { status: 'Processing' });
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: { payloads: [running], size: 1 } },
  });
  await screen.findByText('Processing', { selector: 'td *' });
  const done = { ...running, status: 'Completed' as const };
  const page = { payloads: [makeRecord(3), makeRecord(2), done], size: 3 };
  api.change({ analytics: { listConversations: page } });
  await vi.advanceTimersByTimeAsync(21_000);
  await screen.findByText('Completed', { selector: 'td *' });
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
  vi.useRealTimers();
  await person.click(await screen.findByRole('button', { name: '2 new' }));
  await findRow('Skill 3');
  expect(screen.queryByRole('button', { name: '2 new' })).toBeNull();
});
