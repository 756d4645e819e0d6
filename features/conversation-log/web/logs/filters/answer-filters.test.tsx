import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { findRow, getQuery, makeRecord, openLogs } from '../../testing/open-logs.tsx';
import { makeAnswers } from '#features/dashboard/web/testing/stats.ts';
import { showColumns } from '../shown-columns.ts';

const answers = makeAnswers({
  failures: [{ failure: 'Timeout', total: 3, previous: 0 }],
  models: [{ model: 'gpt-5.1', conversations: 4, answers: 9, failed: 0, inputTokens: 1, outputTokens: 1 }],
  tools: [{ tool: 'find_order', conversations: 4, failed: 1, calls: 7, failedCalls: 1 }],
});

afterEach(() => showColumns([]));

const openMore = async (person: ReturnType<typeof openLogs>['person']) =>
  person.click(await screen.findByRole('button', { name: 'More filters' }));

async function choose(person: ReturnType<typeof openLogs>['person'], filter: string, option: string) {
  await person.click(await screen.findByRole('button', { name: new RegExp(`^${filter}:`) }));
  await person.click(await screen.findByRole('option', { name: option }));
  await person.keyboard('{Escape}');
}

test('tools, failed tools and models are chosen from what the period has', async () => {
  const { api, page, person } = openLogs('/analytics/logs', { analytics: { getAnswerStats: answers } });
  await findRow('Skill 1');
  await openMore(person);
  await choose(person, 'Tool', 'find_order failed');
  await choose(person, 'Tool', 'find_order');
  await choose(person, 'Model', 'gpt-5.1');
  await waitFor(() =>
    expect(getQuery(api)).toMatchObject({ tools: ['find_order'], failedTools: ['find_order'], models: ['gpt-5.1'] }),
  );
  expect(page.router.state.location.search).toMatchObject({ tools: ['find_order'], failedTools: ['find_order'] });
});

test('any failure takes the place of reasons, and a reason that of any failure', async () => {
  const { api, person } = openLogs('/analytics/logs?failed=true', { analytics: { getAnswerStats: answers } });
  await findRow('Skill 1');
  expect(getQuery(api)).toMatchObject({ failed: true });
  screen.getByRole('button', { name: 'Failure: Any failure' });
  await choose(person, 'Failure', 'Timeout');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ failures: ['Timeout'] }));
  expect(getQuery(api)).not.toHaveProperty('failed');
  await choose(person, 'Failure', 'Any failure');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ failed: true }));
  expect(getQuery(api)).not.toHaveProperty('failures');
});

test('ratings are a filter and a column', async () => {
  const row = makeRecord(1, { rating: 'negative' });
  showColumns(['rating']);
  const { api, page, person } = openLogs('/analytics/logs', {
    analytics: { getAnswerStats: answers, listConversations: { payloads: [row], size: 1 } },
  });
  await findRow('Skill 1');
  screen.getByRole('cell', { name: 'Negative' });
  await openMore(person);
  await choose(person, 'Rating', 'Negative');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ ratings: ['negative'] }));
  expect(page.router.state.location.search).toMatchObject({ ratings: 'negative' });
});

test('unanswered questions are a filter, and stand beside the status', async () => {
  const row = makeRecord(1, { isUnanswered: true });
  const { api, person } = openLogs('/analytics/logs', {
    analytics: { getAnswerStats: answers, listConversations: { payloads: [row], size: 1 } },
  });
  await findRow('Skill 1');
  screen.getByTitle('The last message is the user’s.');
  await openMore(person);
  await person.click(screen.getByRole('checkbox', { name: 'Unanswered' }));
  await waitFor(() => expect(getQuery(api)).toMatchObject({ unanswered: true }));
});

test('chosen columns are shown, and remembered by the browser', async () => {
  const row = makeRecord(1, {
    failure: 'Timeout',
    error: 'No answer within 30 s',
    models: ['gpt-5.1', 'small'],
    tokens: 12_345,
    slowestMs: 30_000,
    tools: ['find_order', 'book'],
    failedTools: ['book'],
  });
  const { person } = openLogs('/analytics/logs', {
    analytics: { listConversations: { payloads: [row], size: 1, totals: { messages: 11, apiCalls: 1 } } },
  });
  const shown = await findRow('Skill 1');
  expect(shown.textContent).not.toContain('gpt-5.1');
  screen.getByText('Total: 11 messages, 1 API call');
  for (const option of ['Failure', 'Error', 'Model', 'Tokens', 'Slowest answer', 'Tools']) {
    await choose(person, 'Columns', option);
  }
  await waitFor(() => expect(shown.textContent).toContain('gpt-5.1, small'));
  for (const text of ['No answer within 30 s', '12,345', '30.0 s', 'find_order, book (failed)']) {
    expect(shown.textContent).toContain(text);
  }
  expect(window.localStorage.getItem('log-columns')).toBe('failure,error,models,tokens,slowest,tools');
});
