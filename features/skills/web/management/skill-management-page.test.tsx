import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import type { MadeUser } from '#web/api/testing/make-current-user.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { SkillManagementPage } from './skill-management-page.tsx';
import { makeCompanySkill } from '../testing/make-company-skill.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';
import { listCells } from '#web/testing/list-cells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const leave = makeSkill({ name: 'Leave requests', area: 'SD' });

const figuresOf = (...skills: StoreFigures['skills']): StoreFigures => ({
  period: { start: '2026-10-31T22:00:00.000Z', end: '2026-11-30T21:59:59.999Z' },
  skills,
});
const leaveFigures = { _id: leave._id, requests: 1234, cost: 555.3, successRate: 92.4 };

interface Opening {
  user?: MadeUser;
  path?: string;
  figures?: StoreFigures | MockedProblem;
}

async function openManagement(store: Skill[] = [leave], { user = {}, path = '', figures }: Opening = {}) {
  const opened = openSkills({
    Page: SkillManagementPage,
    path: `/skills/management${path}`,
    endpoints: { skills: { listStore: store, getStoreFigures: figures ?? figuresOf(leaveFigures) } },
    user,
  });
  await screen.findByRole('heading', { name: 'Skills management' });
  return opened;
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const cellsOf = (name: RegExp) => listCells(screen.getByRole('row', { name })).map(({ textContent }) => textContent);
const listed = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

test('a row shows area, name, state, provider, domain knowledge and the month so far', async () => {
  await openManagement([{ ...leave, limit: 600 }]);
  await screen.findByText('1,234');
  expect(heads().filter(Boolean)).toEqual([
    'Skill',
    'Status',
    'Price',
    'Requests',
    'Cost',
    'Limit',
    'Success rate',
    'Options',
  ]);
  expect(cellsOf(/Leave requests/).slice(-8, -1)).toEqual([
    'Leave requestsSales and Distribution · SAP · Enterprise Resource Planning (ERP)DetailsConfigurations',
    'Active',
    '€0.45',
    '1,234',
    '€555.30',
    '€600.00',
    '92.4%',
  ]);
  screen.getByText('November 2026 so far. Amounts are excl. VAT.');
});

test('each number leads to what explains it', async () => {
  await openManagement([{ ...leave, limit: 600 }]);
  const leads = async (name: string) => {
    const { pathname, search, hash } = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name })).href);
    return `${pathname}${decodeURIComponent(search)}${hash}`;
  };
  const requests = `/settings/usage?period=2026-11&skill=${leave._id}~2026-11-01~2026-11-30`;
  expect(await leads('1,234')).toBe(requests);
  expect(await leads('€555.30')).toBe(requests);
  expect(await leads('€600.00')).toBe('/settings/usage#skills');
  expect(await leads('92.4%')).toBe(
    `/analytics/logs?skills=${leave._id}&from=2026-11-01&to=2026-11-30&status=Failed,Escaped,Error`,
  );
});

test('search, filters and order stand in the address', async () => {
  const [chat, invoices] = [
    makeSkill({ name: 'Chat', description: 'Writes for people on leave.', domainKnowledge: 'Communication' }),
    makeSkill({ name: 'Open invoices', description: 'Lists what is due.' }),
  ];
  const figures = figuresOf(leaveFigures, { _id: chat._id, requests: 5, cost: 9, successRate: null });
  const { page, person } = await openManagement([chat, leave, invoices], { path: '?search=leave', figures });
  await screen.findByText('2 of 3 skills');
  expect(listed()).toEqual(['Chat', 'Leave requests']);
  await person.click(screen.getByRole('button', { name: 'Requests' }));
  await person.click(screen.getByRole('button', { name: 'Requests' }));
  await waitFor(() => expect(listed()).toEqual(['Leave requests', 'Chat']));
  expect(page.router.state.location.search).toEqual({ search: 'leave', sortBy: 'requests', order: 'descending' });
  await person.selectOptions(screen.getByRole('combobox', { name: 'Domain knowledge' }), 'Communication tools');
  await waitFor(() => expect(listed()).toEqual(['Chat']));
  await fill(person, screen.getByRole('searchbox', { name: 'Search skills' }), 'nothing');
  await person.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  await waitFor(() => expect(listed()).toHaveLength(3));
  expect(cellsOf(/Open invoices/).slice(-5, -1)).toEqual(['0', '€0.00', '–', '–']);
  await person.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('who may not read billing sees no amount and no link to one', async () => {
  // As the server answers: without what is read with billing alone.
  const shown: Skill = { ...leave, price: undefined, limit: undefined };
  const figures = { ...leaveFigures, cost: undefined };
  const user: MadeUser = { roles: ['User'], rights: { skills: { User: 'change' }, billing: { User: 'none' } } };
  await openManagement([shown], { user, figures: figuresOf(figures) });
  await screen.findByText('1,234');
  expect(heads().filter(Boolean)).toEqual(['Skill', 'Status', 'Requests', 'Success rate', 'Options']);
  expect(screen.queryByRole('link', { name: '1,234' })).toBeNull();
  screen.getByText('November 2026 so far.');
});

test('figures that cannot be loaded leave the list, and can be retried', async () => {
  const { api, person } = await openManagement([leave], { figures: new MockedProblem('internal') });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(cellsOf(/Leave requests/).slice(-5, -1)).toEqual(['–', '–', '–', '–']));
  api.change({ skills: { getStoreFigures: figuresOf(leaveFigures) } });
  await person.click(retry);
  await screen.findByText('1,234');
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
    within(await screen.findByRole('row', { name: /Leave requests/ })).getByText(label);
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
  await within(screen.getByRole('row', { name: /Leave requests/ })).findByText('Active');
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
  await within(screen.getByRole('row', { name: /Leave requests/ })).findByText('Uninstalled');
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
