import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { SkillManagementPage } from './skill-management-page.tsx';
import { makeCompanySkill } from '../testing/make-company-skill.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const leave = makeSkill({ name: 'Leave requests', area: 'SD' });

async function openManagement(store = [leave]) {
  const opened = openSkills({
    Page: SkillManagementPage,
    path: '/skills/management',
    endpoints: { skills: { listStore: store } },
  });
  await screen.findByRole('heading', { name: 'Skills management' });
  return opened;
}

test('a card shows area, name, state, provider and domain knowledge', async () => {
  await openManagement();
  const card = within(await screen.findByRole('article', { name: 'Leave requests' }));
  for (const text of ['Sales and Distribution', 'Active', 'SAP', 'Enterprise Resource Planning (ERP)']) {
    card.getByText(text);
  }
});

test('Details and Configurations lead to the skill, the latter to its tab', async () => {
  const { page, person } = await openManagement();
  const details = await screen.findByRole('link', { name: 'Details of Leave requests' });
  expect(details.getAttribute('href')).toBe(`/skills/${leave._id}`);
  const configurations = screen.getByRole('link', { name: 'Configurations of Leave requests' });
  expect(configurations.getAttribute('href')).toBe(`/skills/${leave._id}?tab=configurations`);
  await person.click(configurations);
  await screen.findByText(`At /skills/${leave._id}`);
  expect(page.router.state.location.search).toEqual({ tab: 'configurations' });
  expect(page.router.state.location.state.skillFilter).toBeUndefined();
});

const configuration = (different: Partial<CompanySkill> = {}) => makeCompanySkill({ _id: leave._id, ...different });
const openOptions = async (name = 'Leave requests') => screen.findByRole('button', { name: `Options of ${name}` });
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

const never = {
  active: 'Already active.',
  waiting: 'Waits for approval.',
  deactivate: 'DeactivateOnly an active skill can be deactivated.',
  uninstall: 'UninstallNot installed.',
};

test.each([
  ['available', false, 'Available', ['Activate', never.deactivate, never.uninstall]],
  ['available', true, 'Available', ['Activate', never.deactivate, never.uninstall]],
  [
    'requested',
    true,
    'Waiting for approval',
    [`Activate${never.waiting}`, 'Withdraw request', never.deactivate, never.uninstall],
  ],
  ['approved', true, 'Approved', ['Activate', never.deactivate, 'Uninstall']],
  ['active', false, 'Active', [`Activate${never.active}`, 'Deactivate', 'Uninstall']],
  ['inactive', true, 'Inactive', ['Activate', never.deactivate, 'Uninstall']],
  ['uninstalled', false, 'Uninstalled', ['Activate', never.deactivate, never.uninstall]],
] as const)(
  'a skill that is %s (approval %s) shows its state, what is possible, and why the rest is not',
  async (...row) => {
    const [state, requiresApproval, label, expected] = row;
    const { person } = await openManagement([{ ...leave, state, requiresApproval }]);
    within(await screen.findByRole('article', { name: 'Leave requests' })).getByText(label);
    await person.click(await openOptions());
    expect(items()).toEqual(expected);
  },
);

test('a command that is impossible does nothing', async () => {
  const { api, person } = await openManagement([{ ...leave, state: 'active' }]);
  await person.click(await openOptions());
  const activate = screen.getByRole('menuitem', { name: /^Activate/ });
  expect(activate.getAttribute('aria-disabled')).toBe('true');
  await person.click(activate);
  expect(api.getCalls('companySkills.changeState')).toHaveLength(0);
});

test('Activate acts at once, and the card shows the new state', async () => {
  const { api, person } = await openManagement([{ ...leave, state: 'available' }]);
  api.change({ companySkills: { changeState: configuration() } });
  await person.click(await openOptions());
  await person.click(screen.getByRole('menuitem', { name: 'Activate' }));
  await screen.findByText('Leave requests is active now.');
  await within(screen.getByRole('article', { name: 'Leave requests' })).findByText('Active');
  expect(api.getCalls('companySkills.changeState').map(({ body }) => body)).toEqual([{ command: 'activate' }]);
});

test('Uninstall asks first, and a refused command says why', async () => {
  const { api, person } = await openManagement();
  api.change({ companySkills: { changeState: new MockedProblem('skills.state-impossible') } });
  await person.click(await openOptions());
  await person.click(screen.getByRole('menuitem', { name: 'Uninstall' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uninstall skill' }));
  expect(api.getCalls('companySkills.changeState')).toHaveLength(0);
  await fill(person, dialog.getByLabelText('Reason (optional)'), 'Not used');
  await person.click(dialog.getByRole('button', { name: 'Uninstall' }));
  await dialog.findByText(/not possible in the skill’s current state/);
  api.change({ companySkills: { changeState: configuration({ state: 'uninstalled' }) } });
  await person.click(dialog.getByRole('button', { name: 'Uninstall' }));
  await screen.findByText('Leave requests has been uninstalled.');
  await within(screen.getByRole('article', { name: 'Leave requests' })).findByText('Uninstalled');
  expect(api.getCalls('companySkills.changeState').at(-1)?.body).toEqual({ command: 'uninstall', reason: 'Not used' });
});

test('a skill that requires approval is requested from the reviewer of its configuration', async () => {
  const { api, person } = await openManagement([{ ...leave, state: 'available', requiresApproval: true }]);
  const requested = configuration({ state: 'requested', requiresApproval: true });
  api.change({
    companySkills: { get: configuration({ reviewerEmail: 'rita@acme.example' }), changeState: requested },
  });
  await person.click(await openOptions());
  await person.click(screen.getByRole('menuitem', { name: 'Activate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request approval' }));
  const email = await dialog.findByLabelText<HTMLInputElement>('Reviewer e-mail');
  expect(email.value).toBe('rita@acme.example');
  await person.clear(email);
  await person.click(dialog.getByRole('button', { name: 'Request approval' }));
  await dialog.findByText('Please enter the reviewer’s e-mail.');
  await fill(person, email, 'bo@acme.example');
  await person.click(dialog.getByRole('button', { name: 'Request approval' }));
  await screen.findByText('The reviewer has been e-mailed a link to approve Leave requests.');
  expect(api.getCalls('companySkills.changeState').map(({ body }) => body)).toEqual([
    { command: 'request', reason: '', reviewerEmail: 'bo@acme.example' },
  ]);
});

test('an entry of the options chosen by keyboard gives the focus back to their button', async () => {
  const { api, person } = await openManagement([{ ...leave, state: 'inactive' }]);
  api.change({ companySkills: { changeState: configuration() } });
  const options = await openOptions();
  options.focus();
  await person.keyboard('{Enter}{Enter}');
  await screen.findByText('Leave requests is active now.');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(options);
});

test('the way to the empty form is always there', async () => {
  await openManagement([]);
  const create = screen.getByRole('link', { name: 'Create new Skill' });
  expect(create.getAttribute('href')).toBe('/skills/management/addNew');
  await screen.findByText('No skills to display.');
});
