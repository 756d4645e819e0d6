import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReportedSkill } from '#features/people/contract/reported-names.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ReportedSkills } from './reported-skills.tsx';

const leave = { id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d41', name: 'Leave requests' };
const orders = { id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d42', name: 'Purchase orders' };
const option = (skill: typeof leave, isMapped = true) => ({ ...skill, _id: skill.id, isMapped });

const unmapped: ReportedSkill = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d51',
  name: 'leave_v2',
  skillId: null,
  skillName: null,
  conversations: 12_345,
  isPriced: false,
  canMap: true,
};
const mapped: ReportedSkill = {
  ...unmapped,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d52',
  name: 'po',
  skillId: orders.id,
  skillName: orders.name,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(reportedNames: MockedEndpoints['reportedNames'] = {}, path = '/integrations/intake/mapping') {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    reportedNames: { listSkills: [unmapped, mapped], ...reportedNames },
    skills: { list: [option(leave), option({ ...unmapped }, false), option(orders)] },
  });
  renderPage(ReportedSkills, path);
  await screen.findByRole('heading', { name: 'Skill mapping' });
  return { api, person: userEvent.setup() };
}

const findChoice = async (name: string) => (await screen.findByLabelText(`Skill for ${name}`)) as HTMLSelectElement;
const getChosen = (choice: HTMLSelectElement) => choice.selectedOptions[0]?.textContent;

test('without reported skills the page shows an empty state and loads no skills', async () => {
  const { api } = await open({ listSkills: [] });
  await screen.findByText('No skills have been reported yet.');
  expect(api.getCalls('skills.list')).toHaveLength(0);
});

test('names without a skill come first, and those with a price below, folded and without a choice', async () => {
  const priced = {
    ...mapped,
    id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d53',
    name: 'travel',
    isPriced: true,
    canMap: false,
  };
  const { person } = await open({
    listSkills: [priced, mapped, unmapped],
    mapSkill: { ...unmapped, skillId: leave.id, skillName: leave.name },
  });
  const choice = await findChoice('leave_v2');
  const summary = screen.getByText('Priced, mapped by the provider (1)');
  expect(summary.closest('details')?.open).toBe(false);
  const row = screen.getByRole('row', { name: /^travel / });
  expect(row.textContent).toContain('Purchase orders');
  expect(within(row).queryByRole('combobox')).toBeNull();
  const order = () => screen.getAllByLabelText(/^Skill for/).map((each) => each.getAttribute('aria-label'));
  expect(order()).toEqual(['Skill for leave_v2', 'Skill for po']);
  await person.selectOptions(choice, 'Leave requests');
  await person.click(screen.getByRole('button', { name: 'Save skill for leave_v2' }));
  await screen.findByText('leave_v2 is now mapped to Leave requests.');
  expect(order()).toEqual(['Skill for leave_v2', 'Skill for po']);
});

test('the provider sees which names have a price', async () => {
  await open({ listSkills: [{ ...mapped, isPriced: true }] });
  expect((await findChoice('po')).disabled).toBe(false);
  screen.getByText('Priced. Another skill changes what the company pays.');
});

test('every name shows its conversations and the skill it is mapped to', async () => {
  await open();
  expect(getChosen(await findChoice('leave_v2'))).toBe('Not mapped');
  expect(getChosen(await findChoice('po'))).toBe('Purchase orders');
  expect(
    within(await findChoice('po'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Not mapped', 'Leave requests', 'Purchase orders']);
  expect(screen.getByRole('row', { name: /leave_v2/ }).textContent).toContain('12,345');
});

test('a choice takes effect once it is saved', async () => {
  const saved = { ...unmapped, skillId: leave.id, skillName: leave.name };
  const { api, person } = await open({ mapSkill: saved });
  const choice = await findChoice('leave_v2');
  expect(screen.queryByRole('button', { name: 'Save skill for leave_v2' })).toBeNull();
  await person.selectOptions(choice, 'Leave requests');
  expect(api.getCalls('reportedNames.mapSkill')).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Save skill for leave_v2' }));
  await screen.findByText('leave_v2 is now mapped to Leave requests.');
  expect(api.getCalls('reportedNames.mapSkill')[0]?.body).toEqual({ skillId: leave.id });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save skill for leave_v2' })).toBeNull());
  expect(document.activeElement).toBe(choice);
  expect(getChosen(choice)).toBe('Leave requests');
});

test('a name can be unmapped', async () => {
  const { api, person } = await open({ mapSkill: { ...mapped, skillId: null, skillName: null } });
  await person.selectOptions(await findChoice('po'), 'Not mapped');
  await person.click(screen.getByRole('button', { name: 'Save skill for po' }));
  await screen.findByText('po is no longer mapped.');
  expect(api.getCalls('reportedNames.mapSkill')[0]?.body).toEqual({ skillId: null });
});

test('a failed choice shows its problem and can be saved again', async () => {
  const { person } = await open({ mapSkill: new MockedProblem('intake.skill-unknown') });
  await person.selectOptions(await findChoice('leave_v2'), 'Leave requests');
  await person.click(screen.getByRole('button', { name: 'Save skill for leave_v2' }));
  await screen.findByText('Unknown skill.');
  screen.getByRole('button', { name: 'Save skill for leave_v2' });
});

test('a deleted skill is still named', async () => {
  const gone = { ...mapped, skillId: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d49', skillName: 'Old orders' };
  await open({ listSkills: [gone] });
  expect(getChosen(await findChoice('po'))).toBe('Old orders (deleted)');
});

test('an address narrows the list down to the names without a skill', async () => {
  const { person } = await open({}, '/integrations/intake/mapping?only=unmapped');
  await screen.findByText('Shows 1 name without a skill.');
  await findChoice('leave_v2');
  expect(screen.queryByLabelText('Skill for po')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  await findChoice('po');
});
