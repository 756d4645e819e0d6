import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CompanyRights } from '#features/people/contract/rights.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { RightsPage } from './rights-page.tsx';

const untouched: CompanyRights = { levels: defaultRights, version: 1 };
const narrowed: CompanyRights = {
  levels: { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } },
  version: 2,
};

async function openRights(get = untouched, update: CompanyRights | MockedProblem = narrowed) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    rights: { get, update },
  });
  renderPage(RightsPage, '/settings/rights');
  await screen.findByRole('table', { name: 'Rights by role' });
  return { api, person: userEvent.setup() };
}

const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('one row for each right and one choice for each role, on the defaults; people of a SuperAdmin stay', async () => {
  await openRights();
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(10);
  expect(screen.getAllByRole('combobox')).toHaveLength(36);
  expect(choice('Transcripts, User').selectedOptions[0]?.label).toBe('All');
  expect(choice('Integrations, Admin').selectedOptions[0]?.label).toBe('Read (API)');
  expect(choice('People, SuperAdmin').disabled).toBe(true);
  expect(press('Reset to defaults').disabled).toBe(true);
});

test('a change is marked with its default and saved with the version', async () => {
  const { api, person } = await openRights();
  await person.selectOptions(choice('Transcripts, User'), 'Own');
  within(screen.getByRole('row', { name: /Transcripts/ })).getByText('Default: All');
  await person.click(press('Save changes'));
  await screen.findByText('The rights have been saved.');
  expect(api.getCalls('rights.update').map(({ body }) => body)).toEqual([{ levels: narrowed.levels, version: 1 }]);
});

test('Reset to defaults puts every choice back, to be saved', async () => {
  const { api, person } = await openRights(narrowed, untouched);
  await person.click(press('Reset to defaults'));
  expect(choice('Transcripts, User').value).toBe('all');
  await person.click(press('Save changes'));
  await screen.findByText('The rights have been saved.');
  expect(api.getCalls('rights.update')[0]?.body).toEqual({ levels: defaultRights, version: 2 });
});

test('a stale save names the cells that differ', async () => {
  const current = { ...narrowed, version: 7 };
  const { person } = await openRights(untouched, new MockedProblem('record.stale', { current }));
  await person.selectOptions(choice('Audit log, Admin'), 'Read');
  await person.click(press('Save changes'));
  const row = await screen.findByRole('row', { name: /Audit log, Admin/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['No access', 'Read']);
  expect(choice('Transcripts, User').value).toBe('own');
});
