import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Review } from '#features/insight/contract/reviews.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { makeDetails, openLogs, toId } from '../testing/open-logs.tsx';

const review: Review = {
  tags: ['Billing'],
  note: 'Asked twice',
  updatedAt: '2026-11-10T09:00:00.000Z',
  updatedBy: 'Kadri Oja',
  resolved: null,
  version: 3,
};

const openDialog = (stored: Review | null | undefined, analytics: MockedEndpoints['analytics'] = {}) =>
  openLogs(`/analytics/logs?record=${toId(1)}`, {
    analytics: {
      getConversation: makeDetails(1, stored === undefined ? {} : { review: stored }),
      listReviewTags: [{ tag: 'Billing', conversations: 3 }],
      updateReview: { ...review, version: 4 },
      ...analytics,
    },
  });

const findSection = async () => within(await screen.findByRole('region', { name: 'Review' }));

test('a conversation is reviewed by keyboard alone', async () => {
  const { api, person } = openDialog(null);
  const section = await findSection();
  section.getByRole('button', { name: 'Review' }).focus();
  await person.keyboard('{Enter}');
  const tags = await section.findByLabelText('Tags', { selector: 'input' });
  expect(document.activeElement).toBe(tags);
  await person.type(tags, 'Tone{Enter}');
  await fill(person, section.getByRole('textbox', { name: 'Note' }), 'Too short');
  section.getByRole('checkbox', { name: 'Resolved' }).focus();
  await person.keyboard(' ');
  section.getByRole('button', { name: 'Save review' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(api.getCalls('analytics.updateReview')).toHaveLength(1));
  expect(api.getCalls('analytics.updateReview')[0]).toMatchObject({
    params: { id: toId(1) },
    body: { tags: ['Tone'], note: 'Too short', isResolved: true, version: 1 },
  });
  const button = await section.findByRole('button', { name: 'Review' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('an open and a resolved review say by whom and when', async () => {
  openDialog({ ...review, resolved: { at: '2026-11-11T09:00:00.000Z', by: 'Mari Tamm' } });
  const section = await findSection();
  section.getByText('Billing');
  section.getByText('Asked twice');
  section.getByText(/Resolved by/);
  section.getByText('Mari Tamm');
  section.getByText('Kadri Oja');
});

test('a review that someone else changed keeps what was typed until the newest version is loaded', async () => {
  const newer = { ...review, note: 'Solved by phone', version: 5 };
  const { api, person } = openDialog(review, { updateReview: new MockedProblem('record.stale', { current: newer }) });
  const section = await findSection();
  await person.click(section.getByRole('button', { name: 'Change the review' }));
  await fill(person, await section.findByRole('textbox', { name: 'Note' }), ' again');
  await person.click(section.getByRole('button', { name: 'Save review' }));
  const load = await section.findByRole('button', { name: 'Load the newest version' });
  expect(section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Asked twice again');
  api.change({ analytics: { getConversation: makeDetails(1, { review: newer }) } });
  await person.click(load);
  await section.findByText('Solved by phone', { selector: 'p' });
});

test('readers who may not review see nothing of it', async () => {
  openDialog(undefined);
  await screen.findByText('conversation-1');
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
});
