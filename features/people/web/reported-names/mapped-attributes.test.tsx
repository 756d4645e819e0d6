import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AttributeValue, MappedAttribute } from '#features/intake/contract/attribute-values.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { MappedAttributes } from './mapped-attributes.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const value: AttributeValue = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d61',
  value: 'helpdesk-bot',
  seenAt: '2026-11-03T10:00:05.000Z',
  skillId: null,
  skillName: null,
  userId: null,
  userName: null,
  billed: null,
  canMap: true,
};
const skillId = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d62';
const annika = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d41',
  firstName: 'Annika',
  lastName: 'Berg',
  email: 'a@b.example',
};
const mapped: AttributeValue = {
  ...value,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d63',
  value: 'leave-bot',
  skillId,
  skillName: 'Leave',
  billed: false,
  canMap: false,
};
const serviceName: MappedAttribute = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d60',
  name: 'service.name',
  values: [value, mapped],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(reportedNames: MockedEndpoints['reportedNames'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    reportedNames: { listAttributes: [serviceName], ...reportedNames },
    skills: { list: [{ _id: skillId, id: skillId, name: 'Leave', isMapped: true }] },
    users: { list: [annika] },
  });
  renderPage(MappedAttributes, '/integrations/intake/mapping');
  await screen.findByRole('heading', { name: 'Attribute mapping' });
  return { api, person: userEvent.setup() };
}

const readRow = async (name: string) =>
  listCells(await screen.findByRole('row', { name: new RegExp(name) })).map(({ textContent }) => textContent);

test('the values are listed with what they become; unmapped ones stand out', async () => {
  await open();
  expect((await readRow('helpdesk-bot')).slice(0, 3)).toEqual(['helpdesk-bot', '3 Nov 2026, 12:00:05', 'Not mapped']);
  expect((await readRow('leave-bot'))[2]).toBe('Skill LeaveNot billed');
});

test('a value is mapped to a skill and a user', async () => {
  const saved = { ...value, skillId, skillName: 'Leave', userId: annika.id, userName: 'Annika Berg' };
  const { api, person } = await open({ mapValue: saved });
  await person.click(await screen.findByRole('button', { name: 'Map service.name helpdesk-bot' }));
  await screen.findByRole('option', { name: 'Annika Berg (a@b.example)' });
  await person.selectOptions(screen.getByLabelText('Skill'), 'Leave');
  await person.selectOptions(screen.getByLabelText('User'), annika.id);
  expect(screen.queryByRole('option', { name: 'Not billed' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('helpdesk-bot has been mapped.');
  expect(api.getCalls('reportedNames.mapValue')[0]?.body).toEqual({ skillId, userId: annika.id, billed: null });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await readRow('helpdesk-bot'))[2]).toBe('Skill LeaveUser Annika Berg');
});

test('a priced value says that only the provider changes it, and a problem stays in the dialog', async () => {
  const { person } = await open({ mapValue: new MockedProblem('intake.skill-priced') });
  await person.click(await screen.findByRole('button', { name: 'Map service.name leave-bot' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Names of priced skills can only be changed by the provider.');
  await dialog.findByRole('option', { name: 'Annika Berg (a@b.example)' });
  await person.selectOptions(dialog.getByLabelText('Requests'), 'Billed');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('This name has a price. Only the provider can map it to another skill.');
});

test('an attribute is added and removed', async () => {
  const added = { id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d64', name: 'acme.channel', values: [] };
  const { api, person } = await open({ createAttribute: added, deleteAttribute: undefined });
  await fill(person, await screen.findByPlaceholderText('service.name'), 'acme.channel');
  await person.click(screen.getByRole('button', { name: 'Add attribute' }));
  await screen.findByText('Values of acme.channel are listed as soon as they are reported.');
  expect(api.getCalls('reportedNames.createAttribute')[0]?.body).toEqual({ name: 'acme.channel' });
  await person.click(screen.getByRole('button', { name: 'Remove service.name' }));
  await screen.findByText('service.name is no longer mapped.');
  api.change({ reportedNames: { createAttribute: new MockedProblem('intake.attribute-known') } });
  await fill(person, screen.getByPlaceholderText('service.name'), 'service.name');
  await person.click(screen.getByRole('button', { name: 'Add attribute' }));
  await screen.findByText('This attribute is mapped already.');
});
