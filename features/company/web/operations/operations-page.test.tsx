import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CheckRun, Operations } from '#features/company/contract/operations.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { JobsPage } from './jobs-page.tsx';
import { OperationsPage } from './operations-page.tsx';
import { healthy, idle, recently } from './testing/healthy.ts';

function open(get: Operations | MockedProblem, Page = OperationsPage) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ isProvider: true }) },
    operations: { get, retryJobs: { retried: 12 }, runChecks: checkRun },
    maintenance: { get: { maintenance: null } },
  });
  renderPage(Page, '/operations');
  return { api, person: userEvent.setup() };
}

const checkRun: CheckRun = {
  ranAt: '2026-07-20T09:00:00.000Z',
  lines: [
    { check: 'files', level: 'ok', text: 'The bucket portal takes a file.' },
    { check: 'issuer', level: 'left', text: 'No issuer is set.' },
    { check: 'database', level: 'ok', text: 'PostgreSQL 18.1, by TLS; 37 of 100 connections are used by others.' },
    { check: 'database', level: 'warning', text: 'A portal takes up to 45 connections: raise max_connections.' },
    { check: 'public address', level: 'fault', text: 'A proxy stands before the portal: set TRUST_PROXY=1.' },
  ],
};

const listConcerns = async () => {
  const region = await screen.findByRole('region', { name: 'Open issues' });
  await within(region).findByRole('list');
  return within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^Urgent: /, ''));
};

test('a portal in which everything works says so, with its figures', async () => {
  open(healthy);
  await screen.findByText('Everything works.');
  screen.getByText('40 GB');
  screen.getByText('of 100 GB');
  screen.getByText('37 of 100 connections in use');
  screen.getByText(/^less than an hour ago · at .* · every day at 02:30 UTC$/);
  screen.getByText(
    /^Version 4\.5\.6 \(0123456789ab\) · Node\.js 24\.21\.0 · PostgreSQL 18\.1, embedded · running since/,
  );
});

test('jobs and backups are on a page of their own, without empty queues and older backups', async () => {
  const [backup] = healthy.backups;
  if (!backup) throw new Error('a backup is given');
  const backups = Array.from({ length: 7 }, (_, place) => ({ ...backup, id: `${backup.id.slice(0, -1)}${place}` }));
  const { person } = open({ ...healthy, backups }, JobsPage);
  await screen.findByText('All queues are empty.');
  expect(screen.getAllByText('Verified by a restore')).toHaveLength(5);
  await person.click(screen.getByRole('button', { name: 'Show the last 7' }));
  expect(screen.getAllByText('Verified by a restore')).toHaveLength(7);
  await person.click(screen.getByRole('button', { name: /^Show all \d+ queues$/ }));
  screen.getByText('E-mails to send');
  await person.click(screen.getByRole('button', { name: 'Hide empty queues' }));
  await screen.findByText('All queues are empty.');
});

test('what needs the operator is listed, the most urgent first', async () => {
  const [backup] = healthy.backups;
  if (!backup) throw new Error('a backup is given');
  open({
    ...healthy,
    disk: { freeBytes: 8_000_000_000, totalBytes: 100_000_000_000 },
    backups: [{ ...backup, file: null, bytes: null, isVerified: false, error: 'no space left on device' }],
    queues: [
      { name: 'mail.send', ...idle, failing: 2, nextAttemptAt: '2026-11-23T10:30:00.000Z' },
      { name: 'tasks.companyExport', ...idle, givenUp: 1 },
    ],
  });
  expect(await listConcerns()).toEqual([
    'The last backup failed: no space left on device',
    'Exports of companies: 1 job has failed at the last attempt.',
    'The disk is almost full: 8 GB of 100 GB are free.',
    expect.stringMatching(/^E-mails to send: 2 jobs have failed\. Next attempt: .*\.$/),
  ]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/operations/jobs', '/operations/jobs', '/operations/jobs']);
});

test('what interrupted backups left is counted', async () => {
  open({ ...healthy, leftovers: { databases: 1, files: 2 } });
  expect(await listConcerns()).toEqual([
    'Interrupted backups left 1 copy of the database and 2 incomplete files. The next backup deletes them, and a portal looks for them every hour.',
  ]);
});

test('a backup whose file was deleted is none', async () => {
  const [backup] = healthy.backups;
  if (!backup) throw new Error('a backup is given');
  const old = { ...backup, id: `${backup.id.slice(0, -1)}b`, startedAt: '2026-11-20T02:30:00.000Z' };
  open({ ...healthy, backups: [{ ...backup, isGone: true }, old] });
  expect(await listConcerns()).toEqual([expect.stringMatching(/^The last backup is of 20 Nov 2026, .*\.$/)]);
  screen.getByText(/^\d+ days ago · /);
});

test('what the installation lacks is listed', async () => {
  open({ ...healthy, warnings: ['E-mails are only caught in DATA_DIR/mail and reach no one: set SMTP_URL.'] });
  expect(await listConcerns()).toEqual(['E-mails are only caught in DATA_DIR/mail and reach no one: set SMTP_URL.']);
});

test('a portal that denies work says so, and why', async () => {
  open({ ...healthy, pressure: { isOverloaded: true, isDiskFull: true } });
  expect(await listConcerns()).toEqual([
    'The portal that answered is overloaded: it denies reports of assistants and uploads for now.',
    'The disk is full, and the portal uses its reserve: it denies reports of assistants and uploads until you free space.',
  ]);
});

test('a full disk of a database elsewhere is not called a reserve', async () => {
  const database = { ...healthy.database, isEmbedded: false };
  open({ ...healthy, database, pressure: { isOverloaded: false, isDiskFull: true } });
  expect(await listConcerns()).toEqual([
    'The disk of the portal or of its database is full: it denies reports of assistants and uploads until you free space.',
  ]);
});

test('failed jobs are repeated by a button', async () => {
  const queues = [{ name: 'mail.send' as const, ...idle, failing: 12, nextAttemptAt: recently }];
  const { api, person } = open({ ...healthy, queues }, JobsPage);
  await person.click(await screen.findByRole('button', { name: 'Retry the failed jobs of E-mails to send now' }));
  await screen.findByText('12 jobs will be repeated now.');
  expect(api.getCalls('operations.retryJobs')).toMatchObject([{ params: { queue: 'mail.send' } }]);
  expect(api.getCalls('operations.get').length).toBeGreaterThan(1);
});

test('all migrations are shown on demand', async () => {
  const { person } = open(healthy);
  await screen.findByText('0004_records.sql');
  expect(screen.queryByText('0001_tenancy.sql')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show all 4' }));
  screen.getByText('0001_tenancy.sql');
});

test('a failed load offers another attempt', async () => {
  const { api, person } = open(new MockedProblem('internal'));
  const again = await screen.findByText('Try again');
  api.change({ operations: { get: healthy } });
  await person.click(again);
  await screen.findByText('Everything works.');
});

test('the checks of the doctor run by hand, the most urgent first, and what is fine opens', async () => {
  const { api, person } = open(healthy);
  const panel = within(await screen.findByRole('region', { name: 'Checks' }));
  expect(panel.queryByRole('table')).toBeNull();
  await person.click(panel.getByRole('button', { name: 'Run checks' }));
  await panel.findByRole('table');
  const listRows = () =>
    within(panel.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  const urgent = [
    expect.stringMatching(/^Public address.*Fault.*set TRUST_PROXY=1\.$/),
    expect.stringMatching(/^Database.*Warning.*raise max_connections\.$/),
  ];
  expect(listRows()).toEqual(urgent);
  // The database is none of those that are fine.
  await person.click(panel.getByRole('button', { name: '1 check is fine, 1 not checked' }));
  expect(listRows()).toEqual([
    ...urgent,
    expect.stringMatching(/^Files.*OK/),
    expect.stringMatching(/^Database.*OK/),
    expect.stringMatching(/^Issuer.*Not checked/),
  ]);
  await person.click(panel.getByRole('button', { name: 'Hide what is fine' }));
  expect(listRows()).toEqual(urgent);
  expect(api.getCalls('operations.runChecks')).toHaveLength(1);
});
