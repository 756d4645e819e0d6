import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeAnswers } from '../testing/stats.ts';
import { AnswersPanel } from './dashboard-answers-panel.tsx';

const search = { from: '2026-11-01', to: '2026-11-21' };

function openPanel(answers: AnswerStats | MockedProblem) {
  mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    analytics: { getAnswerStats: answers },
  });
  return renderPage(() => <AnswersPanel query={{}} search={search} />, '/');
}

const full = makeAnswers({
  answers: 1200,
  failed: 30,
  failedConversations: 12,
  unanswered: 40,
  ratings: { positive: 30, neutral: 2, negative: 8 },
  inputTokens: 1_500_000,
  outputTokens: 90_000,
  median: 1850,
  p95: 61_000,
  previous: { ...makeAnswers().previous, answers: 600, failed: 30, failedConversations: 6 },
  days: [
    { date: '2026-11-02', median: 1800, p95: 60_000 },
    { date: '2026-11-03', median: 1900, p95: 62_000 },
  ],
  models: [{ model: '', conversations: 700, answers: 1200, failed: 30, inputTokens: 1_500_000, outputTokens: 90_000 }],
  tools: [{ tool: 'find_order', conversations: 300, failed: 7, calls: 900, failedCalls: 9 }],
  failures: [{ failure: 'Limit,reached', total: 12, previous: 6 }],
});

const getAddress = (name: string) => decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');

test('each figure leads to its conversations', async () => {
  openPanel(full);
  await screen.findByText('Failure reasons', { selector: 'h2' });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1.9 s',
    '1 min 1 s',
    '12+100%100 percent more than in the previous period',
    '40newnone in the previous period',
    expect.stringMatching(/^75.0%75.0%: 30 of 40 rated conversations/) as string,
    '1.59M1,500,000 of input, 90,000 of outputnewnone in the previous period',
  ]);
  expect(getAddress('95% within')).toContain('slowerThan=61000');
  expect(getAddress('Ended with a failure')).toContain('failed=true');
  expect(getAddress('Limit,reached')).toContain('failures=["Limit,reached"]');
  expect(getAddress('Limit,reached')).toContain('from=2026-11-01');
  expect(getAddress('Not reported')).toContain('models=[""]');
  expect(getAddress('Unanswered')).toContain('unanswered=true');
  expect(getAddress('find_order')).toContain('tools=["find_order"]');
  expect(getAddress('7 with a failure of find_order')).toContain('failedTools=["find_order"]');
  expect(getAddress('Rated positive')).toContain('ratings=positive');
  expect(getAddress('Negative')).toContain('ratings=negative');
  screen.getByRole('img', { name: /^Response time/ });
});

test('where no assistant reports its answers the panel says so', async () => {
  const { container } = openPanel(makeAnswers());
  await screen.findByText('No figures of answers in this period.');
  expect(container.querySelector('h2')).toBeNull();
});

test('a failed load can be repeated', async () => {
  openPanel(new MockedProblem('internal'));
  await screen.findByRole('button', { name: /Try again/ });
});
