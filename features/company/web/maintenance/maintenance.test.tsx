import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Maintenance } from '#features/company/contract/maintenance.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';

const present: Maintenance = { message: 'The database moves.', since: '2026-11-23T10:00:00.000Z', until: null };
const Panel = () => <MaintenancePanel zone="Europe/Berlin" />;
const Banner = () => <MaintenanceBanner announced="1" />;

function open(maintenance: Maintenance | null | MockedProblem, Page: () => React.ReactNode) {
  const get = maintenance instanceof MockedProblem ? maintenance : { maintenance };
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ isProvider: true }) },
    maintenance: { get, enable: present, disable: undefined },
  });
  renderPage(Page, '/operations');
  return { api, person: userEvent.setup() };
}

test('maintenance begins with the words and the time of the operator', async () => {
  const { api, person } = open(null, Panel);
  await screen.findByText('Off: changes are allowed.');
  await person.click(screen.getByRole('button', { name: 'Begin maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Begin maintenance' });
  await person.selectOptions(within(dialog).getByLabelText(/^It takes/), '2 hours');
  await fill(person, within(dialog).getByLabelText(/^Words/), 'The database moves.');
  api.change({ maintenance: { get: { maintenance: present } } });
  await person.click(within(dialog).getByRole('button', { name: 'Begin maintenance' }));
  await screen.findByText(/^On since 23 Nov 2026, 11:00:00, without a time .* Users read: The database moves\.$/);
  expect(api.getCalls('maintenance.enable')).toMatchObject([
    { body: { message: 'The database moves.', minutes: 120 } },
  ]);
});

test.each([
  ['2026-11-23T12:30:00.000Z', 'Until 23 Nov 2026, 13:30:00, as announced', undefined],
  [null, 'Not known', null],
])('other words keep the announced time, %s', async (until, choice, minutes) => {
  const { api, person } = open({ ...present, until }, Panel);
  await person.click(await screen.findByRole('button', { name: 'Change the announcement' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the announcement' });
  const choices = within(dialog).getByLabelText<HTMLSelectElement>(/^It takes/);
  expect(choices.selectedOptions[0]?.textContent).toBe(choice);
  await fill(person, within(dialog).getByLabelText(/^Words/), 'It goes on.');
  await person.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(api.getCalls('maintenance.enable')).toHaveLength(1));
  const [call] = api.getCalls('maintenance.enable');
  expect(call?.body).toEqual({ message: expect.stringContaining('It goes on.'), minutes });
});

test('it is ended after a question, and a state that cannot be loaded says so', async () => {
  const { api, person } = open(present, Panel);
  await person.click(await screen.findByRole('button', { name: 'End maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'End maintenance' });
  await person.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(api.getCalls('maintenance.disable')).toHaveLength(1));
});

test.each([
  [null, /^Maintenance: you can read everything, but changes can’t be saved for now\. The database moves\.$/],
  [new Date(Date.now() - 60_000).toISOString(), /can’t be saved yet\. It takes longer than announced\. The database/],
  [
    new Date(Date.now() + 3 * 86_400_000).toISOString(),
    /can’t be saved until .*, \d{1,2}:\d\d \(your time\)\. The database/,
  ],
])('the line above every page says until when, of %s', async (until, text) => {
  open({ ...present, until }, Banner);
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));
});
