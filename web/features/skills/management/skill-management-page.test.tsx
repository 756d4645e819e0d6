import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SkillManagementPage } from './skill-management-page.tsx';
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

test('a card shows area, name, the status Active, provider and domain knowledge', async () => {
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

test.each(['Activate', 'Deactivate', 'Uninstall'])('%s does nothing yet, and says so', async (name) => {
  const { api, person } = await openManagement();
  await person.click(await screen.findByRole('button', { name: 'Options of Leave requests' }));
  const callCount = api.calls.length;
  await person.click(screen.getByRole('menuitem', { name }));
  await screen.findByText('This functionality will be available soon.');
  expect(api.calls).toHaveLength(callCount);
});

test('an entry of the options chosen by keyboard gives the focus back to their button', async () => {
  const { person } = await openManagement();
  const options = await screen.findByRole('button', { name: 'Options of Leave requests' });
  options.focus();
  await person.keyboard('{Enter}{ArrowDown}{Enter}');
  await screen.findByText('This functionality will be available soon.');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(options);
});

test('the way to the empty form is always there', async () => {
  await openManagement([]);
  const create = screen.getByRole('link', { name: 'Create new Skill' });
  expect(create.getAttribute('href')).toBe('/skills/management/addNew');
  await screen.findByText('No skills to display.');
});
