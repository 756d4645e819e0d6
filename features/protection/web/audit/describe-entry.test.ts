import { expect, test } from 'vitest';
import { CompanyForm } from '#features/company/contract/company.ts';
import { UserForm } from '#features/people/contract/users.ts';
import { describeAction } from '#features/protection/contract/action-words.ts';
import { describeSubject, formatValue, listChanges } from './describe-entry.ts';

test('an action reads as a sentence', () => {
  expect(describeAction({ action: 'users.create', entity: 'user' })).toBe('User created');
  expect(describeAction({ action: 'notifications.update', entity: 'notificationSettings' })).toBe(
    'Notification settings changed',
  );
  expect(describeAction({ action: 'account.two-factor-on', entity: 'account' })).toBe(
    'Two-factor authentication turned on',
  );
  expect(describeAction({ action: 'companies.sign-up', entity: 'company' })).toBe('Company signed up');
});

test('an action or entity without words is shown by its name, split into words', () => {
  expect(describeAction({ action: 'skills.turn-off', entity: 'skillPrice' })).toBe('Skill price turn off');
});

test('a change shows what differs, with empty values, flags and lists in words', () => {
  expect(
    listChanges({
      before: { lastName: 'Berg', sapId: null, roles: ['User'], newSkills: false, email: 'same' },
      after: { lastName: 'Dahl', sapId: 'AB', roles: ['Admin', 'User'], newSkills: true, email: 'same' },
    }),
  ).toEqual([
    { label: 'Last Name', before: 'Berg', after: 'Dahl' },
    { label: 'SAP Login ID', before: 'Not set', after: 'AB' },
    { label: 'Role', before: 'User', after: 'Admin, User' },
    { label: 'New skills', before: 'Off', after: 'On' },
  ]);
});

test.each([
  ['user', UserForm],
  ['company', CompanyForm],
])('the fields of a %s stand in the order of the contract', (_entity, schema) => {
  // What is not stored is in no entry.
  const fields = Object.keys(schema.shape).filter((field) => field !== 'hasOtherVatNumber');
  const after = Object.fromEntries(fields.toReversed().map((field) => [field, field]));
  expect(listChanges({ before: null, after }).map((change) => change.after)).toEqual(fields);
});

test('fields stand in the order of their form, others follow by name', () => {
  const after = { zip: '1', b: '1', email: '1', a: '1', firstName: '1' };
  const labels = listChanges({ before: null, after }).map(({ label }) => label);
  expect(labels).toEqual(['First Name', 'E-mail', 'ZIP', 'A', 'B']);
});

test('a created record has no before, a deleted one no after', () => {
  expect(listChanges({ before: null, after: { zip: '10111' } })).toEqual([
    { label: 'ZIP', before: undefined, after: '10111' },
  ]);
  expect(listChanges({ before: { vatNumber: 'EE1' }, after: null })).toEqual([
    { label: 'VAT number', before: 'EE1', after: undefined },
  ]);
});

test('a created or deleted record leaves out what it did not have', () => {
  const record = { zip: '10111', region: '', address_2: null };
  expect(listChanges({ before: null, after: record })).toHaveLength(1);
  expect(listChanges({ before: record, after: null })).toHaveLength(1);
});

test('nested fields are named by their path', () => {
  expect(
    listChanges({ before: { limits: { accountLimit: true } }, after: { limits: { accountLimit: false } } }),
  ).toEqual([{ label: 'Limits, Account limit', before: 'On', after: 'Off' }]);
});

test('a denied request is shown with its operation and answer', () => {
  expect(describeSubject({ entity: 'request', entityLabel: 'notificationsUpdate' })).toBe(
    'Change the notification settings',
  );
  expect(describeSubject({ entity: 'user', entityLabel: 'usersGet' })).toBe('usersGet');
  const refused = (answer: string) => listChanges({ before: null, after: { answer } });
  expect(refused('access.refused')).toMatchObject([{ label: 'Answer', note: 'Denied: the role does not allow this' }]);
  expect(refused('record.not-found')).toMatchObject([{ label: 'Answer', note: 'No such record' }]);
});

test.each([
  [null, 'AAAAAAAAAAAAAAAAAAAAAA', 'added'],
  ['AAAAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBBBB', 'changed'],
  ['AAAAAAAAAAAAAAAAAAAAAA', null, 'removed'],
])('a logo from %s to %s reads as %s, without the keys of files', (before, after, note) => {
  const changes = listChanges({ before: { logo: before }, after: { logo: after } });
  expect(changes).toEqual([{ label: 'Logo', note, before: undefined, after: undefined }]);
});

test('an unchanged logo is no change', () => {
  expect(listChanges({ before: { logo: 'A' }, after: { logo: 'A' } })).toEqual([]);
});

test('an instant is shown in the zone of the reader', () => {
  expect(formatValue('2026-12-01T06:00:00.000Z', 'Europe/Tallinn')).toBe('1 Dec 2026, 8:00:00');
  expect(formatValue('2026-11-20', 'Europe/Tallinn')).toBe('20 Nov 2026');
  expect(formatValue('since 2026-12-01T06:00:00.000Z', 'Europe/Tallinn')).toBe('since 2026-12-01T06:00:00.000Z');
});

test('stored keys are shown in the words of the pages', () => {
  const before = {
    'transcripts.User': 'all',
    area: 'FI',
    category: 'TP',
    screenShots: ['/api/files/A'],
    state: 'requested',
  };
  const after = { 'transcripts.User': 'own', area: 'General', category: 'ERP', screenShots: [], state: 'uninstalled' };
  expect(listChanges({ before, after })).toEqual([
    { label: 'Area', before: 'Finance', after: 'General' },
    { label: 'Category', before: 'Technology Provider', after: 'ERP' },
    { label: 'Screenshots', note: '1 before, 0 now', before: undefined, after: undefined },
    { label: 'State', before: 'Waiting for approval', after: 'Uninstalled' },
    { label: 'Transcripts, User', before: 'All', after: 'Own' },
  ]);
});

test('amounts are euros, and the number of an invoice has its name', () => {
  const after = { invoiceId: '20260017', total: 12.5, limit: null };
  expect(listChanges({ before: { ...after, total: 0.0005, limit: 100 }, after })).toEqual([
    { label: 'Limit', before: '€100.00', after: 'Not set' },
    { label: 'Total', before: '€0.0005', after: '€12.50' },
  ]);
  expect(listChanges({ before: null, after: { invoiceId: '20260017' } })[0]?.label).toBe('Invoice ID');
});
