import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import type { SearchHit, SearchState } from '#contract/conversations/search.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { makeMessage, makeRecord, openLogs, getQuery, toId } from '../testing/open-logs.tsx';

const hit: SearchHit = {
  messageId: 'message 2',
  isAssistant: true,
  date: '2020-01-05T11:45:30.000Z',
  excerpt: [
    { text: 'The ', isHit: false },
    { text: 'invoice', isHit: true },
    { text: ' is paid', isHit: false },
  ],
};
const whole: SearchState = { hasMore: false, ignored: [], indexedUntil: null, indexedFrom: null };

function openSearch(path: string, state: Partial<SearchState> = {}, records = [makeRecord(1, { hits: [hit] })]) {
  return openLogs(path, {
    analytics: {
      listConversations: ({ body }: { body: LogQuery }) => ({
        payloads: body.search === undefined ? [makeRecord(1)] : records,
        size: records.length,
        ...(body.search !== undefined && { search: { ...whole, ...state } }),
      }),
      listMessages: [
        makeMessage(1, [{ type: 'text', value: 'First' }]),
        makeMessage(2, [{ type: 'text', value: 'The invoice is paid' }]),
      ],
    },
  });
}

const getInput = () => screen.findByRole('searchbox', { name: 'Words, conversation ID or person' });

test('words are searched with Enter, stand in the address, and their hits below the row', async () => {
  const { api, page, person } = openSearch('/analytics/logs?status=Failed');
  await person.type(await getInput(), 'invoice{Enter}');
  const hits = await screen.findByRole('list', { name: 'Found in' });
  expect(within(hits).getByRole('link').textContent).toContain('The invoice is paid');
  expect(within(hits).getByText('invoice').tagName).toBe('MARK');
  expect(getQuery(api)).toMatchObject({ search: 'invoice', status: ['Failed'], page: 1 });
  expect(page.router.state.location.search).toMatchObject({ search: 'invoice', status: 'Failed' });
});

test('a hit opens its conversation at the message', async () => {
  const { page, person } = openSearch('/analytics/logs?search=invoice');
  const hits = await screen.findByRole('list', { name: 'Found in' });
  await person.click(within(hits).getByRole('link'));
  const dialog = await screen.findByRole('dialog');
  const message = (await within(dialog).findByText('The invoice is paid')).closest('article');
  expect(message?.dataset['found']).toBe('true');
  expect(within(dialog).getByText('First').closest('article')?.dataset['found']).toBeUndefined();
  expect(page.router.state.location.search).toMatchObject({ search: 'invoice', record: toId(1), message: 'message 2' });
});

test('the slash focuses the field, and writes a slash where something is typed', async () => {
  const { person } = openSearch('/analytics/logs');
  const input = await getInput();
  await person.keyboard('/');
  expect(document.activeElement).toBe(input);
  await person.keyboard('a/b');
  expect((input as HTMLInputElement).value).toBe('a/b');
});

test('the search is cleared with its hits', async () => {
  const { api, person } = openSearch('/analytics/logs?search=invoice');
  await screen.findByRole('list', { name: 'Found in' });
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByText('Skill 1');
  expect(((await getInput()) as HTMLInputElement).value).toBe('');
  expect(screen.queryByRole('list', { name: 'Found in' })).toBeNull();
  expect(getQuery(api)).not.toHaveProperty('search');
});

test.each([
  ['-test', 'Enter a word to search for.'],
  ['!!', 'Enter a word to search for.'],
  ['a b c d e f g h i j k l m', 'Search for at most 12 words.'],
])('%s is not sent', async (text, message) => {
  const { api, person } = openSearch('/analytics/logs');
  await person.type(await getInput(), `${text}{Enter}`);
  await screen.findByText(message);
  expect(getQuery(api)).not.toHaveProperty('search');
});

test('what was left out, or is not known yet, is said', async () => {
  openSearch('/analytics/logs?search=the%20invoice', {
    hasMore: true,
    ignored: ['the'],
    indexedUntil: '2026-11-21T10:03:00.000Z',
    indexedFrom: '2026-05-01T10:00:00.000Z',
  });
  await screen.findByText(/Not searched, because too common: the\./);
  screen.getByText(/Messages are found up to 21 Nov 2026, 12:03:00/);
  screen.getByText(/Conversations before 1 May 2026, .* are not found yet/);
  screen.getByText(/of more than 1 entries/);
});

test('of a search of common words alone the list says what to do', async () => {
  openLogs('/analytics/logs?search=the', { analytics: { listConversations: new MockedProblem('search.too-common') } });
  await screen.findByText('These words are too common to be searched alone. Add another word, or put them in quotes.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('characters that no request may contain are dropped', async () => {
  const { api, person } = openSearch('/analytics/logs');
  await person.click(await getInput());
  await person.paste('invoice\u0000paid\ud83d');
  await person.keyboard('{Enter}');
  await screen.findByRole('list', { name: 'Found in' });
  expect(getQuery(api)).toMatchObject({ search: 'invoice paid' });
});

test('nothing found is said', async () => {
  openSearch('/analytics/logs?search=nowhere', {}, []);
  await screen.findByText('No conversations contain these words in this period, with these filters.');
});
