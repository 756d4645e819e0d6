import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { EditReportPage } from './edit-report-page.tsx';
import { NewReportPage } from './new-report-page.tsx';
import { ReportsListPage } from './reports-list-page.tsx';
import { makeReport, readerId, reportId } from './testing/make-report.ts';
import { listCells } from '#web/testing/list-cells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const pages = {
  '/settings/reports': ReportsListPage,
  '/settings/reports/addNew': NewReportPage,
  '/settings/reports/$id': EditReportPage,
};

interface Opening {
  readonly roles?: Role[];
  readonly mailReports?: MockedEndpoints['mailReports'];
}

function open(pattern: keyof typeof pages, { roles = ['SuperAdmin'], mailReports = {} }: Opening = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles }) },
    users: { list: [{ id: readerId, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@acme.example' }] },
    mailReports: { list: [makeReport()], get: makeReport(), ...mailReports },
  });
  renderPage(pages[pattern], pattern.replace('$id', reportId), pattern);
  return { api, person: userEvent.setup() };
}

test('the list says when each report is sent, in the zone of the company, and whose it is', async () => {
  const paused = makeReport({ id: readerId, name: 'Monthly', weekday: null, period: 'month', nextAt: null });
  open('/settings/reports', { mailReports: { list: [makeReport(), paused] } });
  const [, weekly, monthly] = await screen.findAllByRole('row');
  const cellsOf = (row?: HTMLElement) => listCells(row!).map(({ textContent }) => textContent);
  expect(cellsOf(weekly)).toEqual([
    'Weekly figures',
    'Ada Lovelace',
    'Mondays, 8:00',
    'Last week, Monday to Sunday',
    '30 Nov 2026, 8:00:00',
    '23 Nov 2026, 8:00:04',
  ]);
  expect(cellsOf(monthly).slice(2, 5)).toEqual(['Monthly, 8:00', 'Last month', 'Not sent']);
});

test('who manages no reports of others sees no person', async () => {
  open('/settings/reports', { roles: ['User'] });
  await screen.findByText('Mondays, 8:00');
  expect(screen.queryByRole('columnheader', { name: 'Person' })).toBeNull();
});

test('an empty list says what a report is', async () => {
  open('/settings/reports', { mailReports: { list: [] } });
  await screen.findByText('No reports yet.');
  expect(screen.queryByLabelText('Search reports')).toBeNull();
});

test('a report of one’s own is created, without what the person may not choose', async () => {
  const { api, person } = open('/settings/reports/addNew', { roles: ['User'], mailReports: { create: makeReport() } });
  await person.selectOptions(await screen.findByLabelText('Sent'), 'On the first day of each month');
  expect(screen.queryByLabelText('Person')).toBeNull();
  expect(screen.queryByLabelText('Include technical users')).toBeNull();
  for (const part of ['Top skills', 'Top users', 'Failures']) await person.click(screen.getByLabelText(part));
  await person.click(screen.getByRole('button', { name: 'Create report' }));
  await screen.findByText('At /settings/reports');
  expect(api.getCalls('mailReports.create')[0]?.body).toEqual({
    name: 'Weekly figures',
    userId: makeCurrentUser().id,
    weekday: null,
    hour: 8,
    period: 'week',
    parts: ['figures', 'cost', 'unanswered'],
    technicalUsers: false,
    attachesUsage: false,
    isEnabled: true,
  });
});

test('a SuperAdmin chooses another person', async () => {
  const { api, person } = open('/settings/reports/addNew', { mailReports: { create: makeReport() } });
  await person.click(await screen.findByLabelText('Person'));
  await person.click(await screen.findByRole('option', { name: 'Ada Lovelace, ada@acme.example' }));
  await person.click(screen.getByRole('button', { name: 'Create report' }));
  await screen.findByText('At /settings/reports');
  expect(api.getCalls('mailReports.create')[0]?.body).toMatchObject({ userId: readerId });
});

test('without a person or contents nothing is saved', async () => {
  const { api, person } = open('/settings/reports/$id', { mailReports: { update: makeReport() } });
  await person.clear(await screen.findByLabelText('Person'));
  for (const part of ['Figures of the dashboard', 'Cost and limit']) await person.click(screen.getByLabelText(part));
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Choose a user of the company.');
  screen.getByText('Choose at least one.');
  expect(api.getCalls('mailReports.update')).toEqual([]);
});

test('a report that someone else has changed shows both, and the problem of a full list its words', async () => {
  const current = makeReport({ name: 'Figures of Ada', version: 4 });
  const answers = [new MockedProblem('record.stale', { current }), new MockedProblem('mail-reports.limit')];
  const { person } = open('/settings/reports/$id', { mailReports: { update: () => answers.shift() as never } });
  await person.selectOptions(await screen.findByLabelText('Time'), '9:00');
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByDisplayValue('Figures of Ada');
  screen.getByText('8:00', { selector: 'td' });
  await person.click(screen.getByRole('button', { name: /Keep mine/i }));
  await screen.findByText(/at most 20 e-mail reports/);
});

test('the preview is of what the form holds, and a test goes to the person who looks', async () => {
  const preview = {
    subject: 'Weekly figures: 16–22 Nov 2026',
    text: 't',
    html: '<p>The mail</p>',
    attachment: 'usage.csv',
  };
  const { api, person } = open('/settings/reports/$id', { mailReports: { preview, test: undefined } });
  await person.selectOptions(await screen.findByLabelText('Period'), 'Last month');
  await person.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Weekly figures: 16–22 Nov 2026');
  screen.getByText('usage.csv');
  await person.click(screen.getByRole('button', { name: 'Send a test to me' }));
  await screen.findByText(/^Test e-mail queued to /);
  for (const call of ['mailReports.preview', 'mailReports.test'] as const) {
    expect(api.getCalls(call)[0]?.body).toMatchObject({ period: 'month', userId: readerId });
  }
});

test('a report is deleted after its name was seen and the word typed', async () => {
  const { api, person } = open('/settings/reports/$id', { mailReports: { delete: undefined } });
  await person.click(await screen.findByRole('button', { name: 'Delete report' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Weekly figures');
  await person.type(within(dialog).getByRole('textbox'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('At /settings/reports');
  expect(api.getCalls('mailReports.delete')[0]?.params).toEqual({ id: reportId });
});
