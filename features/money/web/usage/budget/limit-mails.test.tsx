import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NotificationSettings, NotificationSettingsForm } from '#features/mail/contract/notifications.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { makeNotificationSettings, openUsage, readRows } from '../testing/open-usage.tsx';
import { makeUsage } from '../testing/usage.ts';

const limited = makeUsage({ limit: 100, limitVersion: 3 });
const offer = 'E-mail administrators at 50, 80 and 100%';

/** The usage page of a company whose e-mails about limits are off, until an update turns them on. */
function openSilent(update: 'saved' | MockedProblem = 'saved', roles: ('SuperAdmin' | 'User')[] = ['SuperAdmin']) {
  let settings = makeNotificationSettings(false);
  const save = ({ body }: { body: NotificationSettingsForm }): NotificationSettings => {
    settings = { ...settings, ...body, recipients: settings.recipients, version: 5 };
    return settings;
  };
  return openUsage({
    roles,
    usage: { get: limited, updateLimit: { limit: 200, action: 'stop', version: 4 } },
    notifications: { get: () => settings, update: update === 'saved' ? save : update },
  });
}

async function openLimit(person: ReturnType<typeof openUsage>['person']) {
  await readRows();
  await person.click(await screen.findByLabelText('Change account limit'));
  return screen.findByRole('dialog');
}

const turnedOn = {
  updates: { announcements: false, maintenance: true, newSkills: false },
  limits: { accountLimit: true, budgetWarning: true, spendingDigest: false },
  version: 4,
};

test('a limit is set with its e-mails, which the dialog offers ticked while they are off', async () => {
  const { api, person } = openSilent();
  const dialog = await openLimit(person);
  expect((await within(dialog).findByLabelText<HTMLInputElement>(offer)).checked).toBe(true);
  within(dialog).getByText('For every limit. You can turn it off in Company Profile › Contacts and e-mails.');
  await person.click(within(dialog).getByText('Confirm'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.getCalls('notifications.update').map(({ body }) => body)).toEqual([turnedOn]);
});

test('the e-mails stay off where the offer is not taken, or the limit is removed', async () => {
  const { api, person } = openSilent();
  const dialog = await openLimit(person);
  await person.click(await within(dialog).findByLabelText(offer));
  await person.click(within(dialog).getByText('Confirm'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await openLimit(person);
  await person.click(within(again).getByText('Remove limit'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.getCalls('usage.updateLimit')).toHaveLength(2);
  expect(api.getCalls('notifications.update')).toHaveLength(0);
});

test('a limit that is set although its e-mails cannot be turned on says so', async () => {
  const { person } = openSilent(new MockedProblem('record.stale'));
  const dialog = await openLimit(person);
  await within(dialog).findByLabelText(offer);
  await person.click(within(dialog).getByText('Confirm'));
  await screen.findByText(/^Account limit set to €100\.00\. Its e-mails could not be turned on: /);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('below the meter the e-mails are turned on by one click', async () => {
  const { api, person } = openSilent();
  await screen.findByText('No one is notified when this limit is reached.');
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('Administrators get e-mails at 50, 80 and 100% of each limit.');
  await waitFor(() => expect(screen.queryByText('No one is notified when this limit is reached.')).toBeNull());
  expect(api.getCalls('notifications.update').map(({ body }) => body)).toEqual([turnedOn]);
});

test('where they are on, or the reader may not change them, nothing is offered', async () => {
  const { person, page } = openUsage({ usage: { get: limited } });
  const dialog = await openLimit(person);
  expect(within(dialog).queryByLabelText(offer)).toBeNull();
  page.unmount();
  const { api } = openSilent('saved', ['User']);
  await readRows();
  expect(screen.queryByText('No one is notified when this limit is reached.')).toBeNull();
  expect(api.getCalls('notifications.get')).toHaveLength(0);
});
