import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { makeDetails, makeMessage, makePage, makeRecord, openLogs, toId } from '../testing/open-logs.tsx';

const asked = makeMessage(1, [{ type: 'text', value: 'How many days are left?' }], {
  isAssistant: false,
  author: 'Bo Hannula',
});
const answered = makeMessage(2, [{ type: 'text', value: '<p>You have <b>12 days</b> left.</p>' }]);
const nextDay = makeMessage(3, [{ type: 'text', value: 'Thanks' }], {
  isAssistant: false,
  author: 'Bo Hannula',
  date: '2020-01-06T22:05:00.000Z',
});

function openRecord(history: HistoryMessage[] | MockedProblem, different = {}) {
  const logs = { payloads: [makeRecord(1, different)], size: 1 };
  return openLogs(`/analytics/logs?record=${toId(1)}`, {
    analytics: { listConversations: logs, listMessages: history },
  });
}

afterEach(() => vi.restoreAllMocks());
const findDialog = () => screen.findByRole('dialog');

test('a click on a row opens its conversation at its own address; closing goes one step back and restores the focus', async () => {
  const { page, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: makePage(1, 2), listMessages: [asked, answered] },
  });
  const row = (await screen.findByText('Skill 2')).closest('tr')!;
  await person.click(within(row).getByText('Bo Hannula 2'));
  const dialog = await findDialog();
  await within(dialog).findByText('How many days are left?');
  expect(page.router.state.location.search).toEqual({ record: toId(2) });
  await person.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.router.state.location.search).toEqual({});
  expect(page.router.history.length).toBe(2);
  expect(document.activeElement).toBe(within(row).getByRole('link'));
});

test('the date links to the conversation, and the back button closes it', async () => {
  const { page, person } = openLogs('/analytics/logs', {
    analytics: { listConversations: makePage(1, 1), listMessages: [asked] },
  });
  const link = (await screen.findByText('5 Jan 2020, 13:45:00')).closest('a')!;
  expect(link.getAttribute('href')).toBe(`/analytics/logs?record=${toId(1)}`);
  await person.click(link);
  await findDialog();
  act(() => page.router.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape and a click outside close a conversation that was opened by its address', async () => {
  for (const close of [
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!),
  ]) {
    const { page, unmount } = ((opened) => ({ ...opened, unmount: opened.page.unmount }))(openRecord([asked]));
    await screen.findByText('How many days are left?');
    close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.router.state.location.search).toEqual({});
    unmount();
  }
});

test('the head shows skill, user, date, status and approval', async () => {
  openRecord([asked], { status: 'Failed', approvedAt: '2020-01-05T12:00:00.000Z' });
  const dialog = await findDialog();
  await within(dialog).findByText('Skill 1');
  await within(dialog).findByText('conversation-1');
  expect(within(dialog).getByText('2, €0.90 excl. VAT').closest('a')?.getAttribute('href')).toBe(
    `/settings/usage?period=2020-01&skill=all%7E2020-01-05%7E2020-01-05%7E%7E${toId(1)}`,
  );
  const facts = [...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual([
    'UserBo Hannula 1',
    'Date5 Jan 2020, 13:45:00 Europe/Tallinn',
    'StatusFailedApproved 5 Jan 2020, 14:00:00',
    'Conversation IDconversation-1Copy',
    'Reported byTeams',
    'Requests2, €0.90 excl. VAT',
  ]);
});

test('the cost of the model stands beside what is billed, and with its turn', async () => {
  const costs = [
    { amount: '12.5', currency: 'EUR' },
    { amount: '0.004210000000000000055', currency: 'USD' },
  ];
  const turns = [{ date: '2020-01-05T11:45:00.000Z', model: 'm', costs: costs.slice(1), tools: [] }];
  const record = makeDetails(77, { reportedCosts: costs, turns });
  openLogs(`/analytics/logs?record=${toId(77)}`, { analytics: { getConversation: record, listMessages: [asked] } });
  const dialog = await findDialog();
  await within(dialog).findByText('m · 0.00421 USD');
  const facts = [...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toContain('Requests2, €0.90 excl. VAT');
  expect(facts).toContain('Model cost12.50 EUR, 0.00421 USDAs reported, not billed');
});

test('an imported conversation names its file, and leads those who import to the import', async () => {
  const importedFrom = { id: toId(5), fileName: 'archive of watsonx.json' };
  const record = makeDetails(77, { reportedBy: null, importedFrom });
  const open = async (roles: Role[]) => {
    const { page } = openLogs(`/analytics/logs?record=${toId(77)}`, {
      user: { roles },
      analytics: { getConversation: record, listMessages: [asked] },
    });
    const name = await within(await findDialog()).findByText(importedFrom.fileName);
    const href = name.closest('a')?.getAttribute('href');
    page.unmount();
    return href;
  };
  expect(await open(['SuperAdmin'])).toBe(`/integrations/intake/imports/${toId(5)}`);
  expect(await open(['User'])).toBeUndefined();
});

test('says who reported it, and leads those who may change it to the keys, the mapping and the users', async () => {
  const unmapped = { skill: 'Coffee', user: { firstName: 'Bo', lastName: '', isMapped: false } };
  const record = makeDetails(77, {
    ...unmapped,
    isSkillMapped: false,
    reportedBy: { id: toId(8), name: 'Old', isRevoked: true },
  });
  const open = async (roles: Role[]) => {
    const { page } = openLogs(`/analytics/logs?record=${toId(77)}`, {
      user: { roles },
      analytics: { getConversation: record, listMessages: [asked] },
    });
    const dialog = await findDialog();
    await within(dialog).findByText('Key revoked');
    const facts = [...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    const links = [...dialog.querySelectorAll('dl a')].map((link) => link.getAttribute('href'));
    page.unmount();
    return { facts, links };
  };
  const { facts, links } = await open(['SuperAdmin']);
  expect(facts).toContain('SkillNot mappedSkill mapping');
  expect(facts).toContain('Reported byOldKey revoked');
  expect(links.slice(0, 3)).toEqual(['/users', '/integrations/intake/mapping', `/integrations/intake/${toId(8)}`]);
  expect(await open(['User'])).toMatchObject({ links: links.slice(3) });
});

test('a conversation that is not on the list page is loaded by itself', async () => {
  const record = { ...makeDetails(77), status: 'Escaped' as const };
  openLogs(`/analytics/logs?record=${toId(77)}`, {
    analytics: { getConversation: record, listMessages: [answered, asked] },
  });
  const dialog = await findDialog();
  await within(dialog).findByText('How many days are left?');
  await within(dialog).findByText('Escaped');
  within(dialog).getByRole('heading', { name: 'Skill 77' });
  expect(dialog.querySelector('dl')?.textContent).toContain('Bo Hannula 77');
});

test('messages are aligned by author, with the author or the side, time and day', async () => {
  openRecord([asked, answered, { ...nextDay, author: '' }]);
  await screen.findByText('How many days are left?');
  const frame = screen.getByRole('region', { name: 'Messages' });
  expect([...frame.children].map(({ textContent }) => textContent)).toEqual([
    'January 5th, 2020',
    'Bo Hannula 13:45How many days are left?',
    'Stew 13:45You have 12 days left.',
    'January 7th, 2020',
    'User 0:05Thanks',
  ]);
  const sides = [...frame.querySelectorAll('article')].map(({ dataset }) => dataset.side);
  expect(sides).toEqual(['user', 'assistant', 'user']);
});

test('a hidden message is not shown, and a loading one is announced', async () => {
  const secret = makeMessage(4, [{ type: 'text', value: 'internal note' }], { hide: true });
  const typing = makeMessage(5, [], { loading: true });
  openRecord([asked, secret, typing]);
  await screen.findByText('Being answered');
  expect(screen.queryByText('internal note')).toBeNull();
});

test('a conversation without messages shows a note', async () => {
  openRecord([]);
  await screen.findByText('This conversation has no messages.');
});

test('a failed load is reported in the toast and in the dialog, and can be retried', async () => {
  const { api, person } = openRecord(new MockedProblem('internal'));
  const dialog = await findDialog();
  await within(dialog).findByRole('alert');
  const words = within(dialog).getByRole('alert').querySelector('p')?.textContent ?? '';
  expect(await screen.findAllByText(words)).toHaveLength(2);
  api.change({ analytics: { listMessages: [asked] } });
  await person.click(within(dialog).getByText('Try again'));
  await screen.findByText('How many days are left?');
});

test('an address of a deleted conversation says so once, and offers neither to retry, to delete nor to copy it', async () => {
  const gone = new MockedProblem('record.not-found');
  openLogs(`/analytics/logs?record=${toId(9)}`, { analytics: { getConversation: gone, listMessages: gone } });
  const dialog = await findDialog();
  const alert = await within(dialog).findByRole('alert');
  expect(screen.getAllByText(alert.textContent)).toHaveLength(1);
  expect(within(dialog).queryAllByRole('button', { name: /Try again|Copy link|Options of the conversation/ })).toEqual(
    [],
  );
});

test('only the messages in view of 5,000 are in the page', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80);
  const history = Array.from({ length: 5000 }, (_, index) =>
    makeMessage(index, [{ type: 'text', value: `Message number ${index}` }]),
  );
  openRecord(history);
  await screen.findByText('Message number 0');
  screen.getByRole('region', { name: 'Messages, 5001 in total' });
  expect(document.querySelectorAll('article').length).toBeLessThan(60);
});

test('a masked conversation says so, and is unmasked for its reader with a reason', async () => {
  let unmaskedUntil: string | null = null;
  const { api, person } = openLogs(`/analytics/logs?record=${toId(1)}`, {
    user: { roles: ['SuperAdmin'] },
    analytics: {
      listConversations: { payloads: [makeRecord(1)], size: 1 },
      getConversation: () => makeDetails(1, { unmaskedUntil, masked: unmaskedUntil ? 0 : 1 }),
      listMessages: () => [
        makeMessage(
          1,
          [{ type: 'text', value: unmaskedUntil ? 'a@b.ee' : '[e-mail]' }],
          unmaskedUntil ? {} : { masked: 2 },
        ),
        makeMessage(2, [{ type: 'text', value: 'Order 4500012345' }]),
      ],
      unmask: () => {
        unmaskedUntil = new Date(Date.now() + 60_000).toISOString();
        return { unmaskedUntil };
      },
    },
  });
  await screen.findByText('3 values are masked.');
  await person.click(await screen.findByRole('button', { name: 'Unmask' }));
  const dialog = await screen.findByRole('dialog', { name: 'Unmask this conversation' });
  await fill(person, within(dialog).getByLabelText(/Reason/), 'The person asked for it');
  await person.click(within(dialog).getByRole('button', { name: 'Unmask' }));
  await screen.findByText('a@b.ee');
  screen.getByText('Unmasked');
  expect(api.getCalls('analytics.unmask')[0]?.body).toEqual({ reason: 'The person asked for it' });
});

test('a conversation is deleted for a reason, and its dialog closes', async () => {
  const { api, page, person } = openLogs(`/analytics/logs?record=${toId(1)}`, {
    user: { roles: ['SuperAdmin'] },
    analytics: {
      listConversations: { payloads: [makeRecord(1)], size: 1 },
      getConversation: makeDetails(1),
      listMessages: [asked],
    },
    endpoints: {
      erasures: {
        deleteConversation: {
          id: toId(2),
          kind: 'conversation',
          subjectId: toId(1),
          state: 'done',
          requestedAt: '2020-01-05T11:45:00.000Z',
          finishedAt: '2020-01-05T11:45:00.000Z',
          conversations: 1,
          messages: 1,
          requests: 0,
          files: 0,
        },
      },
    },
  });
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await person.click(await screen.findByRole('button', { name: 'Options of the conversation' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this conversation' });
  await within(dialog).findByText(/Its 2 requests stay in usage and invoices/);
  await fill(person, within(dialog).getByLabelText('Type DELETE to confirm'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete conversation' }));
  await within(dialog).findByText('Enter a reason of at least 10 characters.');
  await fill(person, within(dialog).getByLabelText(/Reason/), 'Reported by mistake');
  const count = (name: 'listConversations' | 'getConversation' | 'listMessages') =>
    api.getCalls(`analytics.${name}`).length;
  const before = { list: count('listConversations'), read: count('getConversation') + count('listMessages') };
  await person.click(within(dialog).getByRole('button', { name: 'Delete conversation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(count('listConversations')).toBeGreaterThan(before.list));
  // A deleted conversation that is asked for is a refused request in the audit log.
  expect(count('getConversation') + count('listMessages')).toBe(before.read);
  expect(page.router.state.location.search).toEqual({});
  expect(api.getCalls('erasures.deleteConversation')).toMatchObject([
    { params: { id: toId(1) }, body: { reason: 'Reported by mistake' } },
  ]);
});
