import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Review } from '#features/conversation-log/contract/reviews.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { announceSessionChange } from '#web/api/session/session-changes.ts';
import { findRow, makeDetails, openLogs, toId } from '../testing/open-logs.tsx';

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

test('what is typed is kept over Escape, Older, the back button and a reload, for its own conversation alone', async () => {
  const { api, page, person } = openLogs('/analytics/logs', {
    analytics: {
      getConversation: ({ params }) => makeDetails(Number(params.id.slice(-2)), { _id: params.id, review: null }),
      listReviewTags: [],
    },
  });
  const open = async (place: number) => person.click(await findRow(`Skill ${place}`));
  const openForm = async () => person.click((await findSection()).getByRole('button', { name: 'Review' }));
  const findNote = async () =>
    (await (await findSection()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value;
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await open(1);
  await openForm();
  await person.type((await findSection()).getByRole('textbox', { name: 'Note' }), 'Too short');
  await person.type((await findSection()).getByLabelText('Tags', { selector: 'input' }), 'Ton');
  await person.keyboard('{Escape}');
  // The first one may only close the list of tags.
  if (screen.queryByRole('dialog')) await person.keyboard('{Escape}');
  await isClosed();
  await screen.findByText('Your review is not saved. It is kept in this tab.');
  await open(1);
  expect(await findNote()).toBe('Too short');

  await person.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('conversation-2');
  await (await findSection()).findByRole('button', { name: 'Review' });
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Newer' }));
  expect(await findNote()).toBe('Too short');

  page.router.history.back();
  await isClosed();
  page.unmount();
  openDialog(null);
  expect(await findNote()).toBe('Too short');
  await person.click((await findSection()).getByRole('button', { name: 'Discard' }));
  await (await findSection()).findByRole('button', { name: 'Review' });
  expect(api.getCalls('analytics.updateReview')).toEqual([]);
});

test('a kept review is saved for the version that it was typed over, and is then no draft', async () => {
  const first = openDialog(review);
  await first.person.click((await findSection()).getByRole('button', { name: 'Change the review' }));
  await fill(first.person, (await findSection()).getByRole('textbox', { name: 'Note' }), ', and again');
  first.page.unmount();
  const { api, page, person } = openDialog({ ...review, version: 5 });
  await person.click(await (await findSection()).findByRole('button', { name: 'Save review' }));
  await waitFor(() => expect(api.getCalls('analytics.updateReview')).toHaveLength(1));
  expect(api.getCalls('analytics.updateReview')[0]).toMatchObject({
    body: { tags: ['Billing'], note: 'Asked twice, and again', version: 3 },
  });
  await (await findSection()).findByRole('button', { name: 'Change the review' });
  page.unmount();
  openDialog(review);
  await (await findSection()).findByRole('button', { name: 'Change the review' });
});

test('what was typed is gone with its account, and a tab asks before it closes', async () => {
  const { page, person } = openDialog(null);
  await person.click((await findSection()).getByRole('button', { name: 'Review' }));
  const ask = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(ask()).toBe(false);
  await fill(person, (await findSection()).getByRole('textbox', { name: 'Note' }), 'Too short');
  await waitFor(() => expect(ask()).toBe(true));
  page.unmount();
  expect(ask()).toBe(false);
  announceSessionChange('signed-out');
  openDialog(null);
  await (await findSection()).findByRole('button', { name: 'Review' });
});

test('readers who may not review see nothing of it', async () => {
  openDialog(undefined);
  await screen.findByText('conversation-1');
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
});
