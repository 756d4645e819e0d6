import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import type { DeletedCompany } from '#features/company/contract/company-deletions.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { healthy } from '../operations/testing/healthy.ts';
import { CompaniesPage } from './companies-page.tsx';
import { DeletedCompanies } from './deleted-companies.tsx';

const acme: ListedCompany = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Acme',
  status: 'active',
  isProvider: false,
  createdAt: '2020-01-05T11:45:00.000Z',
  billedSince: '2020-01-05',
  users: 3,
  timeZone: 'Europe/Tallinn',
  suspension: null,
  deletion: null,
};

const globex: DeletedCompany = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b12',
  companyName: 'Globex',
  deletedAt: '2026-11-20T08:00:00.000Z',
  finishedAt: '2026-11-20T08:01:00.000Z',
  isSigned: true,
  rows: 1234,
  accounts: 1,
  files: { count: 2, bytes: 3000 },
  backups: [{ file: 'steward-1.tar.zst', madeAt: '2026-11-20T02:30:00.000Z', keptUntil: '2026-12-04T08:00:00.000Z' }],
  invoices: [
    {
      id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b13',
      number: 'GLOB-2026-1',
      issueDate: '2026-10-01',
      keepUntil: '2036-12-31',
    },
  ],
};

const session = { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) };

test('a deletion is scheduled with the typed name and a reason, and cancelled by one click', async () => {
  const deletion = { dueAt: '2026-12-20T08:00:00.000Z', reason: 'Left' };
  let answers = 0;
  const api = mockApi({
    session,
    attention: { listCompanies: { companies: [], next: null } },
    operations: { get: healthy },
    companies: {
      listFigures: [],
      list: [acme, { ...acme, id: globex.id, name: 'New Ltd', status: 'pending' }],
      scheduleDeletion: () => {
        answers += 1;
        return answers === 1
          ? new MockedProblem('request.invalid', {
              fields: [{ path: 'name', message: 'This is not the name of the company.' }],
            })
          : { ...acme, status: 'suspended', deletion };
      },
      cancelDeletion: acme,
    },
    companyDeletions: { list: { waitingDays: 30, deleted: [] } },
  });
  renderPage(CompaniesPage, '/companies');
  const person = userEvent.setup();
  const openMenu = async (name: string) => {
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await person.click(await screen.findByRole('button', { name: `Options of ${name}` }));
  };
  await openMenu('New Ltd');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Notes', 'Delete']);
  await person.keyboard('{Escape}');
  await openMenu('Acme');
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Acme' });
  await within(dialog).findByText(/are deleted in 30 days/);
  const submit = () => person.click(within(dialog).getByRole('button', { name: 'Schedule deletion' }));
  await submit();
  await within(dialog).findAllByText('The field is required!');
  await fill(person, within(dialog).getByLabelText(/^Name of the company/), 'Acne');
  await fill(person, within(dialog).getByLabelText(/^Reason/), 'Left');
  await submit();
  await within(dialog).findByText('This is not the name of the company.');
  await person.clear(within(dialog).getByLabelText(/^Name of the company/));
  await fill(person, within(dialog).getByLabelText(/^Name of the company/), 'Acme');
  await submit();
  await screen.findByText('To be deleted on 20 Dec 2026');
  expect(api.getCalls('companies.scheduleDeletion').at(-1)?.body).toEqual({ name: 'Acme', reason: 'Left' });
  await chooseEntry(person, 'Options of Acme', 'Cancel deletion');
  await screen.findByText('The deletion of Acme has been cancelled.');
  await waitFor(() => expect(screen.queryByText('To be deleted on 20 Dec 2026')).toBeNull());
});

async function open(deleted: DeletedCompany[], more: MockedEndpoints['companyDeletions'] = {}) {
  const api = mockApi({ session, companyDeletions: { list: { waitingDays: 30, deleted }, ...more } });
  renderPage(DeletedCompanies, '/companies');
  await waitFor(() => expect(api.getCalls('companyDeletions.list')).toHaveLength(1));
  return { api, person: userEvent.setup() };
}

test('a deleted company shows what was removed and what is kept, with its certificate and invoices', async () => {
  const { api, person } = await open([globex], { getCertificate: new Blob(['{}']), getInvoice: new Blob(['%PDF']) });
  const row = await screen.findByRole('row', { name: /Globex/ });
  within(row).getByText('1,234 rows, 1 account');
  within(row).getByText('2 files, 3 kB');
  within(row).getByText(/^Finished 20 Nov 2026/);
  within(row).getByText('steward-1.tar.zst of 20 Nov 2026 until about 4 Dec 2026');
  await person.click(within(row).getByRole('button', { name: 'Download the certificate of Globex' }));
  await person.click(within(row).getByRole('button', { name: 'Invoice GLOB-2026-1' }));
  await waitFor(() => expect(api.getCalls('companyDeletions.getInvoice')).toHaveLength(1));
  expect(api.getCalls('companyDeletions.getCertificate')).toHaveLength(1);
  within(row).getByText('of 1 Oct 2026 until 31 Dec 2036');
});

test('a certificate that is missing, or whose signature does not fit, says so', async () => {
  const { person } = await open(
    [
      { ...globex, finishedAt: null, isSigned: null },
      { ...globex, id: acme.id, companyName: 'Initech', isSigned: false, invoices: [], backups: [] },
    ],
    { getCertificate: new MockedProblem('files.not-found') },
  );
  const unfinished = await screen.findByRole('row', { name: /Globex/ });
  within(unfinished).getByText('Files in deletion');
  expect(within(unfinished).queryByText(/^Finished/)).toBeNull();
  const row = screen.getByRole('row', { name: /Initech/ });
  within(row).getByText('Signature not valid');
  await person.click(within(row).getByRole('button', { name: /^Download the certificate/ }));
  await screen.findByRole('alert');
});
