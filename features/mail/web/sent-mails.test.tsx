import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SentMailRow } from '#features/mail/contract/mails.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { SentMails } from './sent-mails.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const path = '/settings/notifications';

const warning: SentMailRow = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  kind: 'budgetWarning',
  recipient: 'mari@acme.example',
  subject: 'The account of Acme has used 80% of its limit for November 2026',
  date: '2026-11-17T06:00:00.000Z',
  delivery: 'sent',
  deliveryReason: null,
};
const digest: SentMailRow = {
  ...warning,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d34',
  kind: 'spendingDigest',
  subject: 'Acme spent €32.35 last week',
};
const opened = { ...warning, text: 'The limit\n\n<b>80%</b> used', html: '<p>no</p>' };
const preview = {
  subject: 'Acme spent €0.00 last week',
  text: 'no',
  html: '<style>p{}</style><script>no()</script><p style="color:#1c2421">Nothing was spent. <a href="/go">Open</a></p>',
};

function openSection(mails: MockedEndpoints['mails'] = {}, address = path) {
  const list = { payloads: [digest, warning], next: null };
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    mails: { list, get: opened, previewDigest: preview, ...mails },
  });
  return { api, page: renderPage(SentMails, address), person: userEvent.setup() };
}

const findRow = (name: RegExp) => screen.findByRole('row', { name });

test('every mail shows its date, subject, kind and recipient', async () => {
  openSection();
  const cells = listCells(await findRow(/80%/));
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '17 Nov 2026, 8:00:00',
    warning.subject,
    'Budget warning',
    'mari@acme.example',
  ]);
  expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
});

test('a mail that was refused or is delayed says why', async () => {
  const refused = {
    ...warning,
    delivery: 'failed',
    deliveryReason: 'the mail server refused the mail with 550',
  } as const;
  const delayed = { ...digest, delivery: 'delayed', deliveryReason: 'no connection' } as const;
  openSection({ list: { payloads: [refused, delayed], next: null } });
  expect((await findRow(/80%/)).textContent).toContain('Not delivered: the mail server refused the mail with 550');
  expect((await findRow(/Acme spent/)).textContent).toContain('Delayed, it is tried again: no connection');
});

test('of a report it shows only that it was sent', async () => {
  const report = { ...warning, kind: 'report' as const, subject: 'Monday figures: 16–22 Nov 2026' };
  const { person } = openSection({
    list: { payloads: [report], next: null },
    get: { ...report, text: null, html: null },
  });
  await findRow(/E-mail report/);
  await person.click(screen.getByRole('link', { name: report.subject }));
  const dialog = await screen.findByRole('dialog', { name: report.subject });
  await within(dialog).findByText('Only its recipient sees the figures of a report.');
  within(dialog).getByText('mari@acme.example');
});

test('a mail opens over the page at an address of its own, as text, and closes with a step back', async () => {
  const { page, person } = openSection();
  await findRow(/80%/);
  await person.click(screen.getByRole('link', { name: warning.subject }));
  const dialog = await screen.findByRole('dialog', { name: warning.subject });
  expect(page.router.state.location.search).toEqual({ mail: warning.id });
  await within(dialog).findByText(/<b>80%<\/b> used/);
  within(dialog).getByText('mari@acme.example');
  await person.keyboard('{Escape}');
  await expect.poll(() => page.router.state.location.search).toEqual({});
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the address of a mail opens it at once, and an unknown one says so', async () => {
  const { person, page } = openSection(
    { get: new MockedProblem('record.not-found') },
    `${path}?mail=9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d35`,
  );
  const dialog = await screen.findByRole('dialog', { name: 'E-mail' });
  await within(dialog).findByText('This record does not exist.');
  await person.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => page.router.state.location.search).toEqual({});
});

test('the digest has a preview as the HTML that is mailed, without scripts and links', async () => {
  const { page, person } = openSection();
  await findRow(/80%/);
  await person.click(screen.getByRole('button', { name: 'Preview spending digest' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preview spending digest' });
  await waitFor(() =>
    expect(dialog.querySelector('[data-mail]')?.shadowRoot?.textContent).toBe('Nothing was spent. Open'),
  );
  const { innerHTML = '' } = dialog.querySelector('[data-mail]')?.shadowRoot ?? {};
  expect(innerHTML).toBe('<div><p style="color: rgb(28, 36, 33);">Nothing was spent. <span>Open</span></p></div>');
  within(dialog).getByText('Acme spent €0.00 last week');
  expect(page.router.state.location.search).toEqual({ preview: 'digest' });
});

test('older mails are loaded on demand', async () => {
  const { api, person } = openSection({ list: { payloads: [digest], next: 'the-key' } });
  await findRow(/€32.35/);
  api.change({ mails: { list: { payloads: [warning], next: null } } });
  await person.click(screen.getByRole('button', { name: 'Load older' }));
  await findRow(/80%/);
  expect(api.getCalls('mails.list')).toHaveLength(2);
  screen.getByRole('row', { name: /€32.35/ });
  expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
});

test('a company without mails sees an empty state', async () => {
  openSection({ list: { payloads: [], next: null } });
  await screen.findByText('No e-mails have been sent yet.');
});

test('a failed load shows its problem and can be repeated', async () => {
  const { api, person } = openSection({ list: new MockedProblem('service.unavailable') });
  await screen.findByText('The service is not available right now. Please try again shortly.');
  api.change({ mails: { list: { payloads: [warning], next: null } } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await findRow(/80%/);
  expect(screen.queryByRole('alert')).toBeNull();
});
