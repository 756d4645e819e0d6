import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AuditChainState, AuditEntry, AuditVerification } from '#features/protection/contract/audit.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, picture, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const user = makeCurrentUser({
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@acme.example',
  roles: ['SuperAdmin'],
});

const changed: AuditEntry = {
  id: '9',
  date: '2020-01-05T11:45:00.000Z',
  actor: { name: 'Anna Berg', email: 'anna@acme.example', company: null },
  action: 'users.update',
  entity: 'user',
  entityId: user.id,
  entityLabel: 'Bo Hannula',
  before: { lastName: 'Hannula' },
  after: { lastName: 'Ek' },
  requestId: 'r9',
};

const byProvider: AuditEntry = {
  ...changed,
  id: '8',
  actor: { name: 'Olga Operator', email: 'operator@steward.example', company: 'The Provider' },
  action: 'users.create',
  entityLabel: 'Carl Dahl',
  before: null,
  after: { firstName: 'Carl' },
};

const chain: AuditChainState = {
  entries: 1204,
  publicKey: 'MCowBQYDK2VwAyEA',
  lastSigned: { entries: 1200, date: '2020-01-05T11:00:00.000Z' },
  lastVerification: null,
};

function openLog(list: { entries: AuditEntry[]; next: string | null }, audit: MockedEndpoints['audit'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    audit: { list, getChain: chain, ...audit },
  });
  const page = renderPage(AuditPage, '/settings/audit');
  return { api, page, person: userEvent.setup() };
}

/** The query of the latest call for the log. */
function getQuery({ api }: ReturnType<typeof openLog>) {
  return api.getCalls('audit.list').at(-1)?.query;
}

const findRow = (name: RegExp) => screen.findByRole('row', { name });

test('an entry shows its time in the company’s zone, actor, record and changes', async () => {
  openLog({ entries: [changed], next: null });
  const row = await findRow(/Bo Hannula/);
  const cells = listCells(row).map(({ textContent }) => textContent);
  expect(cells).toEqual([
    '5 Jan 2020, 13:45:00',
    'Anna Berganna@acme.example',
    'Bo HannulaUser changed',
    'Last Namefrom Hannula →  to Ek',
  ]);
  screen.getByText(/Times are in Europe\/Tallinn/);
  screen.getByText('Hannula', { selector: 'del *' });
});

test('an entry about a conversation says whose it is, or that it was deleted', async () => {
  const read: AuditEntry = {
    ...changed,
    action: 'conversations.read',
    entity: 'conversation',
    entityLabel: 'Log record 930dc3c8',
    before: null,
    after: null,
  };
  const conversation = { user: 'Laura Sepp', skill: 'Travel expenses' };
  openLog({
    entries: [
      { ...read, conversation },
      { ...read, id: '8', conversation: null },
    ],
    next: null,
  });
  await findRow(/Log record 930dc3c8 ?Laura Sepp, Travel expenses ?Transcript opened/);
  await findRow(/Log record 930dc3c8 ?This conversation was deleted. ?Transcript opened/);
});

test('a record leads to its own entries, and an entry says its request', async () => {
  const requestId = '92796cc1-f391-4cba-a751-9721ed9ad9cf';
  const log = openLog({ entries: [{ ...changed, requestId }, byProvider], next: null });
  within(await findRow(/Bo Hannula/)).getByText('Request 92796cc1');
  await log.person.click(screen.getByRole('link', { name: 'Bo Hannula' }));
  await waitFor(() => expect(getQuery(log)).toEqual({ entity: 'user', entityId: user.id }));
  await log.person.click(await screen.findByRole('button', { name: 'Show all records' }));
  await waitFor(() => expect(getQuery(log)).toEqual({ entity: 'user' }));
});

test('actors of the provider are shown with their company', async () => {
  openLog({ entries: [changed, byProvider], next: null });
  within(await findRow(/Carl Dahl/)).getByText('The Provider');
  expect(within(await findRow(/Bo Hannula/)).queryByText('The Provider')).toBeNull();
});

test('a denied request and a new logo are shown in words', async () => {
  const refused: AuditEntry = {
    ...changed,
    id: '7',
    action: 'request.refuse',
    entity: 'request',
    entityId: '/users/9f8b2f57',
    entityLabel: 'usersGet',
    before: null,
    after: { answer: 'access.refused' },
  };
  const logo: AuditEntry = { ...changed, id: '6', before: { logo: null }, after: { logo: 'AAAAAAAAAAAAAAAAAAAAAA' } };
  openLog({ entries: [refused, { ...logo, entity: 'company', entityLabel: 'Acme' }], next: null });
  const readCells = (row: HTMLElement) =>
    listCells(row)
      .slice(2)
      .map(({ textContent }) => textContent);
  expect(readCells(await findRow(/Open a user/))).toEqual([
    'Open a userRequest refused',
    'AnswerDenied: the role does not allow this',
  ]);
  expect(readCells(await findRow(/Acme/))).toEqual(['AcmeCompany changed', 'Logoadded']);
});

test('older entries are appended until the log begins', async () => {
  const log = openLog({ entries: [changed], next: '9' });
  const { api, person } = log;
  await findRow(/Bo Hannula/);
  api.change({ audit: { list: { entries: [byProvider], next: null } } });
  await person.click(screen.getByRole('button', { name: 'Load older' }));
  await findRow(/Carl Dahl/);
  expect(getQuery(log)).toEqual({ before: '9' });
  screen.getByRole('row', { name: /Bo Hannula/ });
  expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
});

test('search and kind filter the log and are kept in the address', async () => {
  const log = openLog({ entries: [changed], next: null });
  const { page, person } = log;
  await findRow(/Bo Hannula/);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Record type' }), 'Users');
  await person.type(screen.getByPlaceholderText('Search...'), 'bo');
  await waitFor(() => expect(getQuery(log)).toEqual({ entity: 'user', search: 'bo' }));
  expect(page.router.state.location.search).toEqual({ entity: 'user', search: 'bo' });
  await screen.findByText('Bo', { selector: 'b' });
});

test('an empty log and an empty search have different texts', async () => {
  const { person } = openLog({ entries: [], next: null });
  await screen.findByText('No changes yet.');
  expect(screen.getByRole('button', { name: 'Download the audit log' })).toHaveProperty('disabled', true);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Record type' }), 'Accounts');
  await screen.findByText('No changes matching the current search.');
});

test('the log is filtered by days and by author, in the address', async () => {
  const log = openLog({ entries: [changed], next: null });
  await findRow(/Bo Hannula/);
  fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2020-01-05' } });
  await waitFor(() => expect(getQuery(log)).toMatchObject({ from: '2020-01-05' }));
  await log.person.type(screen.getByRole('textbox', { name: 'Author' }), 'anna{Enter}');
  await waitFor(() => expect(getQuery(log)).toMatchObject({ from: '2020-01-05', actor: 'anna' }));
  expect(log.page.router.state.location.search).toMatchObject({ from: '2020-01-05', actor: 'anna' });
});

const part = (values: Partial<AuditVerification>): AuditVerification => ({
  checked: 1204,
  total: 1204,
  fault: null,
  progress: null,
  ...values,
});

const entries = { entries: [changed], next: null };

test('the log is verified part by part, with its outcome', async () => {
  const verify = ({ body }: { body: { progress?: string | undefined } }) =>
    body.progress === undefined ? part({ checked: 500, progress: 'next' }) : part({});
  const { api, person } = openLog(entries, { verify });
  await screen.findByText(/The log has not been verified yet/);
  screen.getByText('1,204 entries. Last signed checkpoint: 5 Jan 2020, 13:00:00 (entry 1,200).');
  expect(screen.getByText(/^Public key of checkpoints/).parentElement?.textContent).toMatch(/: MCowBQYDK2VwAyEA$/);
  await person.click(screen.getByRole('button', { name: 'Verify log' }));
  await screen.findByText('The log is intact: 1,204 entries verified.');
  expect(api.getCalls('audit.verify').map(({ body }) => body)).toEqual([{}, { progress: 'next' }]);
});

test('a broken log names its first broken entry', async () => {
  const fault = { kind: 'changed', position: 7, entryId: '31', date: '2020-01-05T11:45:00.000Z' } as const;
  const { person } = openLog(entries, { verify: part({ checked: 6, fault }) });
  await person.click(await screen.findByRole('button', { name: 'Verify log' }));
  await screen.findByText(
    'The log is broken at place 7, entry 31 of 5 Jan 2020, 13:45:00: an entry was changed, moved or forged.',
  );
});

test('the last verification is shown, and a failed one says why', async () => {
  const lastVerification = { date: '2020-01-05T11:45:00.000Z', author: 'Bo Ek', checked: 7, verdict: 'missing' };
  const { person } = openLog(entries, {
    getChain: { ...chain, lastVerification, lastSigned: null },
    verify: new MockedProblem('service.unavailable'),
  });
  await screen.findByText('broken, an entry was deleted');
  expect(screen.queryByRole('button', { name: 'Download checkpoints' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Verify log' }));
  await waitFor(() => expect(screen.queryByText(/Last verified/)).toBeNull());
});

test('what is filtered is downloaded in a format, and the checkpoints as a file', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const log = openLog(entries, { export: picture, getCheckpoints: picture });
  await findRow(/Bo Hannula/);
  fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2020-01-05' } });
  await waitFor(() => expect(getQuery(log)).toMatchObject({ from: '2020-01-05' }));
  await log.person.click(screen.getByRole('button', { name: 'Download the audit log' }));
  await log.person.click(await screen.findByRole('menuitem', { name: 'JSON Lines' }));
  await waitFor(() =>
    expect(log.api.getCalls('audit.export').map(({ query }) => query)).toEqual([
      { from: '2020-01-05', format: 'jsonl' },
    ]),
  );
  await waitFor(() => expect(saved).toHaveLength(1));
  await log.person.click(screen.getByText(/Last signed checkpoint/));
  await log.person.click(screen.getByRole('button', { name: 'Download checkpoints' }));
  await waitFor(() => expect(saved.at(-1)).toBe('audit-checkpoints.jsonl'));
  click.mockRestore();
});
