import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { defaultReminderLevels } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { DueReminder, ReminderSettings, ReminderStop } from '#features/receivables/contract/dunning/reminders.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { RemindersPage } from './reminders-page.tsx';

const settings: ReminderSettings = {
  isEnabled: false,
  levels: defaultReminderLevels.map((level) => ({ ...level })),
  suspensionAfterDays: null,
  version: 1,
};
const reminder: DueReminder = {
  companyId: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  companyName: 'Acme',
  invoiceId: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b12',
  number: 'ACME-2026-0003',
  dueDay: '2026-11-10',
  open: 124,
  days: 14,
  stop: null,
  subject: 'Second reminder: invoice ACME-2026-0003 is overdue',
  text: 'Invoice ACME-2026-0003 was due on 10 November 2026.',
};
const stop: ReminderStop = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b13',
  companyId: reminder.companyId,
  companyName: 'Acme',
  invoiceId: null,
  invoiceNumber: null,
  reason: 'Disputed',
  until: '2026-12-01',
  createdBy: 'Olga Operator',
  createdAt: '2026-11-27T08:00:00.000Z',
};

async function openReminders(reminders: MockedEndpoints['reminders'] = {}) {
  const api = mockApi({
    session: {
      createToken: makeToken,
      getUser: makeCurrentUser({ roles: ['SuperAdmin'], isProvider: true }),
    },
    companies: { list: [] },
    reminders: {
      getSettings: settings,
      preview: { day: '2026-11-28', reminders: [reminder], count: 1, stopped: 0 },
      listStops: [],
      ...reminders,
    },
  });
  renderPage(RemindersPage, '/companies/reminders');
  const person = userEvent.setup();
  const unfold = async () => person.click(await screen.findByRole('button', { name: 'Change settings' }));
  await screen.findByRole('heading', { name: /^Next run/ });
  return { api, person, unfold };
}

test('what goes out next and what is stopped come first, and the settings are folded below', async () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    ...reminder,
    invoiceId: `${reminder.invoiceId.slice(0, -1)}${index}`,
    number: `ACME-2026-000${index}`,
  }));
  const { person, unfold } = await openReminders({
    preview: { day: '2026-11-28', reminders: many, count: 7, stopped: 0 },
  });
  await screen.findByText('Reminders are turned off; 7 reminders would be sent.');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Next run, 28 Nov 2026',
    'Stopped',
    'Settings',
  ]);
  screen.getByText(/^Reminders are turned off: 3 days before the due day, 3 days after/);
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getAllByRole('row', { name: /ACME-2026/ })).toHaveLength(5);
  await person.click(screen.getByRole('button', { name: 'Show 7 reminders' }));
  expect(screen.getAllByRole('row', { name: /ACME-2026/ })).toHaveLength(7);
  await unfold();
  screen.getByRole('form', { name: 'Payment reminders' });
  await person.click(screen.getByRole('button', { name: 'Hide settings' }));
  expect(screen.queryByRole('form')).toBeNull();
});

test('the default levels are shown, and reminders are turned on with another level', async () => {
  const { api, person, unfold } = await openReminders({
    updateSettings: ({ body }) => ({ ...settings, ...body, levels: settings.levels, version: 2 }),
  });
  await unfold();
  const form = within(screen.getByRole('form', { name: 'Payment reminders' }));
  expect(form.getAllByRole('group').map(({ textContent }) => textContent?.split('the due day')[0])).toEqual([
    '3 days before ',
    '3 days after ',
    '14 days after ',
    '30 days after ',
  ]);
  await screen.findByText('Reminders are turned off; 1 reminder would be sent.');
  await person.click(screen.getByRole('switch', { name: 'Send payment reminders' }));
  await person.click(screen.getByRole('button', { name: 'Remove the level 3 days before the due day' }));
  await person.click(screen.getByRole('button', { name: 'Add level' }));
  const level = within(screen.getByRole('group', { name: 'New level' }));
  await fill(person, level.getByLabelText(/^Days after/), '0');
  await fill(person, screen.getAllByLabelText(/^Subject/).at(-1)!, 'Due today');
  await fill(person, screen.getAllByLabelText(/^Text/).at(-1)!, 'Pay');
  await fill(person, screen.getAllByLabelText(/^Days after/).at(-1)!, '45');
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Payment reminders have been saved.');
  expect(api.getCalls('reminders.updateSettings').map(({ body }) => body)).toEqual([
    {
      isEnabled: true,
      levels: [...defaultReminderLevels.slice(1), { days: 0, subject: 'Due today', body: 'Pay' }],
      suspensionAfterDays: 45,
      version: 1,
    },
  ]);
});

test('what is wrong stands under its field', async () => {
  const fields = [{ path: 'levels.0.subject', message: 'There is no placeholder {total}.' }];
  const { person, unfold } = await openReminders({ updateSettings: new MockedProblem('request.invalid', { fields }) });
  await unfold();
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('There is no placeholder {total}.');
});

test('the next run is previewed by what is typed, with the words of each reminder', async () => {
  const { api, person, unfold } = await openReminders();
  await unfold();
  const row = within(await screen.findByRole('row', { name: /ACME-2026-0003/ }));
  row.getByText('€124.00');
  row.getByText('Level 14 days after the due day');
  // Of what is saved, the same.
  await person.click(screen.getByRole('button', { name: 'Preview the next run' }));
  await screen.findByText('Reminders are turned off; 1 reminder would be sent.');
  await fill(person, screen.getAllByLabelText(/^Subject/)[0]!, ' soon');
  await person.click(screen.getByRole('button', { name: 'Preview the next run' }));
  await screen.findByText(
    'Reminders are turned off; 1 reminder would be sent, by the changes below that are not saved.',
  );
  expect(api.getCalls('reminders.preview').at(-1)?.body).toMatchObject({
    levels: [{ subject: 'Invoice {invoice} is due on {dueDay} soon' }, {}, {}, {}],
  });
});

test('reminders of an invoice or its company are stopped with a reason, and a stop is ended', async () => {
  let stops = [stop];
  const { api, person } = await openReminders({
    listStops: () => stops,
    createStop: stop,
    deleteStop: () => {
      stops = [];
      return undefined;
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Stop reminders for ACME-2026-0003' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop payment reminders' }));
  await person.click(dialog.getByRole('button', { name: 'Stop reminders' }));
  await dialog.findByText('The field is required!');
  await person.selectOptions(dialog.getByLabelText('Stop for'), 'All invoices of Acme');
  await fill(person, dialog.getByLabelText(/^Reason/), 'Disputed');
  await person.click(dialog.getByRole('button', { name: 'Stop reminders' }));
  await screen.findByText('Payment reminders have been stopped.');
  expect(api.getCalls('reminders.createStop').map(({ body }) => body)).toEqual([
    { companyId: reminder.companyId, invoiceId: null, reason: 'Disputed', until: null },
  ]);
  screen.getByText('1 Dec 2026');
  screen.getByText('Olga Operator, 27 Nov 2026');
  await person.click(screen.getByRole('button', { name: 'End the stop for Acme' }));
  await screen.findByText('No reminders are stopped.');
});

test('what could not be loaded says so, and is loaded again', async () => {
  const { api, person } = await openReminders({
    preview: new MockedProblem('internal'),
    listStops: new MockedProblem('internal'),
  });
  await waitFor(() => expect(screen.getAllByRole('button', { name: /try again|retry/i })).toHaveLength(2));
  api.change({ reminders: { preview: { day: '2026-11-28', reminders: [], count: 0, stopped: 0 }, listStops: [] } });
  for (const button of screen.getAllByRole('button', { name: /try again|retry/i })) await person.click(button);
  await screen.findByText('No reminders are due.');
  await screen.findByText('No reminders are stopped.');
});
