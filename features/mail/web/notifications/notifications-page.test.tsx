import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { NotificationSettings } from '#features/mail/contract/notifications.ts';
import { makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';

const untouched: NotificationSettings = {
  updates: { announcements: false, maintenance: true, newSkills: false },
  limits: { accountLimit: false, budgetWarning: false, spendingDigest: false },
  recipients: { invoices: 'both', maintenance: 'both' },
  version: 1,
};

async function openSettings(update: NotificationSettings | MockedProblem = untouched) {
  const api = mockApi({ session: { createToken: makeToken }, notifications: { get: untouched, update } });
  const page = renderPage(NotificationsPage, '/settings/notifications');
  await screen.findByRole('checkbox', { name: 'Maintenance' });
  return { api, page, person: userEvent.setup() };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const press = (name: string) => screen.getByRole('button', { name });

test('two groups of three choices, of which maintenance alone is on from the start', async () => {
  await openSettings();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Platform and spending notifications');
  const getUnchecked = (group: string) =>
    within(screen.getByRole('group', { name: group })).getAllByRole('checkbox', { checked: false });
  expect(getUnchecked('Platform updates')).toHaveLength(2);
  expect(getUnchecked('Spending and limits')).toHaveLength(3);
  expect(box('Maintenance').checked).toBe(true);
  screen.getByText(
    'When the account or a skill has used 50% and 80% of its limit, or is expected to reach it this month. People are warned about their own limit too.',
  );
});

test('Save changes sends both groups with the version and confirms', async () => {
  const saved = { ...untouched, limits: { ...untouched.limits, budgetWarning: true }, version: 2 };
  const { api, person } = await openSettings(saved);
  await person.click(box('Budget warning'));
  await person.click(press('Save changes'));
  await screen.findByText('The notification settings have been saved.');
  expect(api.getCalls('notifications.update').map(({ body }) => body)).toEqual([{ ...saved, version: 1 }]);
});

test('who gets invoices and maintenance is chosen among administrators and contact persons', async () => {
  const saved = {
    ...untouched,
    recipients: { invoices: 'contact', maintenance: 'administrators' },
    version: 2,
  } as const;
  const { api, person } = await openSettings(saved);
  const getOptions = (name: string) =>
    [...screen.getByRole<HTMLSelectElement>('combobox', { name }).options].map(({ label }) => label);
  expect(getOptions('Invoices')).toEqual([
    'Administrators and primary contact',
    'Primary contact only',
    'Administrators only',
    'No one',
  ]);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Invoices' }), 'Primary contact only');
  await person.selectOptions(
    screen.getByRole('combobox', { name: 'Maintenance and incidents' }),
    'Administrators only',
  );
  await person.click(press('Save changes'));
  await screen.findByText('The notification settings have been saved.');
  expect(api.getCalls('notifications.update')[0]?.body).toMatchObject({ recipients: saved.recipients });
});

test('Cancel puts the saved choice back, with the keyboard alone', async () => {
  const { api, person } = await openSettings();
  box('New skills').focus();
  await person.keyboard(' ');
  expect(box('New skills').checked).toBe(true);
  press('Cancel').focus();
  await person.keyboard('{Enter}');
  expect(box('New skills').checked).toBe(false);
  expect(api.getCalls('notifications.update')).toHaveLength(0);
});

test('a failed save keeps the choice and says why', async () => {
  const { person } = await openSettings(new MockedProblem('service.unavailable'));
  await person.click(box('New skills'));
  await person.click(press('Save changes'));
  const alert = await screen.findByText('The service is not available right now. Please try again shortly.');
  expect(alert.closest('[role="alert"]')).not.toBeNull();
  expect(box('New skills').checked).toBe(true);
});

test('a stale save takes over what I left alone, shows what I changed, and Keep mine saves over the newer version', async () => {
  const current = { ...untouched, updates: { ...untouched.updates, maintenance: false }, version: 7 };
  const { api, person } = await openSettings(new MockedProblem('record.stale', { current }));
  await person.click(box('New skills'));
  await person.click(press('Save changes'));
  const row = await screen.findByRole('row', { name: /New skills/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Off', 'On']);
  expect(box('Maintenance').checked).toBe(false);
  api.change({ notifications: { update: { ...untouched, version: 8 } } });
  await person.click(press('Keep mine'));
  await screen.findByText('The notification settings have been saved.');
  expect(api.getCalls('notifications.update').at(-1)?.body).toEqual({
    updates: { announcements: false, maintenance: false, newSkills: true },
    limits: untouched.limits,
    recipients: untouched.recipients,
    version: 7,
  });
});

test('a stale save without a change of mine shows the newer choice and says so', async () => {
  const current = { ...untouched, updates: { ...untouched.updates, maintenance: false }, version: 7 };
  const { person } = await openSettings(new MockedProblem('record.stale', { current }));
  await person.click(press('Save changes'));
  await screen.findByText('Someone else has changed this record.');
  expect(box('Maintenance').checked).toBe(false);
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
});
