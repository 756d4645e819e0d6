import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import { makeDetails, makeMessage, makeRecord, openLogs, toId } from '../testing/open-logs.tsx';

const asked = makeMessage(1, [{ type: 'text', value: 'How many days are left?' }], {
  isAssistant: false,
  author: 'Bo Hannula',
});

const findDialog = () => screen.findByRole('dialog');

test('where nothing is masked, nothing says so; one value is one', async () => {
  const open = async (masked: number) => {
    const { page } = openLogs(`/analytics/logs?record=${toId(1)}`, {
      user: { roles: ['SuperAdmin'] },
      analytics: { getConversation: makeDetails(1, { masked }), listMessages: [asked] },
    });
    await screen.findByText('How many days are left?');
    await screen.findByText('conversation-1');
    const said = screen.queryByText(/masked/)?.textContent;
    const button = screen.queryByRole('button', { name: 'Unmask' });
    page.unmount();
    return { said, isOffered: button !== null };
  };
  expect(await open(0)).toEqual({ said: undefined, isOffered: false });
  expect(await open(1)).toEqual({ said: '1 value is masked.', isOffered: true });
});

test('user, skill and key lead to their pages, and readers who manage no users to the conversations of the user', async () => {
  const record = makeDetails(1, { skill: 'Leave request', skillId: toId(5), userId: toId(6) });
  const open = async (roles: Role[]) => {
    const { page } = openLogs(`/analytics/logs?record=${toId(1)}`, {
      user: { roles },
      analytics: { listConversations: { payloads: [], size: 0 }, getConversation: record, listMessages: [asked] },
    });
    const dialog = await findDialog();
    await within(dialog).findByText('conversation-1');
    const links = [...dialog.querySelectorAll('dl a')].map((link) => [link.textContent, link.getAttribute('href')]);
    page.unmount();
    return Object.fromEntries(links) as Record<string, string>;
  };
  expect(await open(['SuperAdmin'])).toMatchObject({
    'Bo Hannula 1': `/users/${toId(6)}`,
    'Leave request': `/skills/${toId(5)}`,
    Teams: `/integrations/intake/${makeDetails(1).reportedBy?.id}`,
  });
  const links = await open(['User']);
  expect(links).toMatchObject({
    'Bo Hannula 1': `/analytics/logs?users=${toId(6)}`,
    'Leave request': `/skills/${toId(5)}`,
  });
  expect(links).not.toHaveProperty('Teams');
});

test('the facts say why it failed, and its tools and models', async () => {
  const record = makeRecord(1, {
    failure: 'Timeout',
    error: 'No answer within 30 s',
    tools: ['find_order', 'book'],
    failedTools: ['book'],
    models: ['gpt-5.1'],
    slowestMs: 30_000,
    tokens: 12_345,
  });
  openLogs(`/analytics/logs?record=${toId(1)}`, {
    analytics: { listConversations: { payloads: [record], size: 1 }, listMessages: [asked] },
  });
  const dialog = await findDialog();
  await within(dialog).findByText('conversation-1');
  const facts = [...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(
    expect.arrayContaining([
      'FailureTimeoutNo answer within 30 s',
      'Toolsfind_orderbook (failed)',
      'Modelgpt-5.1',
      'Slowest30.0 s',
      'Tokens12,345',
    ]),
  );
});

test('J and K lead to the next and the previous conversation, also over the end of a page, not while something is typed', async () => {
  const { page, person } = openLogs('/analytics/logs?record=' + toId(19), {
    analytics: { listMessages: [asked], getConversation: makeDetails(1, { review: null }), listReviewTags: [] },
  });
  const dialog = await findDialog();
  const isShown = (place: number) => within(dialog).findByRole('heading', { name: `Skill ${place}` });
  await isShown(19);
  await person.keyboard('j');
  await isShown(20);
  await person.keyboard('j');
  await isShown(21);
  expect(page.router.state.location.search).toEqual({ page: 2, record: toId(21) });
  await person.keyboard('k');
  await isShown(20);
  expect(page.router.state.location.search).toEqual({ record: toId(20) });
  await person.click(await within(dialog).findByRole('button', { name: 'Review' }));
  await person.type(await within(dialog).findByRole('textbox', { name: 'Note' }), 'jk');
  await isShown(20);
});

test('Older and Newer lead through the page, the link can be copied, and closing leads back to the list', async () => {
  const { page, person } = openLogs('/analytics/logs?record=' + toId(2), { analytics: { listMessages: [asked] } });
  const dialog = await findDialog();
  await within(dialog).findByRole('heading', { name: 'Skill 2' });
  await person.click(within(dialog).getByRole('button', { name: 'Older' }));
  await within(dialog).findByRole('heading', { name: 'Skill 3' });
  expect(page.router.state.location.search).toEqual({ record: toId(3) });
  await person.click(within(dialog).getByRole('button', { name: 'Newer' }));
  await person.click(within(dialog).getByRole('button', { name: 'Newer' }));
  await within(dialog).findByRole('heading', { name: 'Skill 1' });
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Newer' }).disabled).toBe(true);
  await person.click(within(dialog).getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`/analytics/logs\\?record=${toId(1)}$`));
});
