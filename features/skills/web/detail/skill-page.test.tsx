import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { remember } from '#web/lib/area-memory.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { SkillPage } from './skill-page.tsx';
import { makeCompanySkill } from '../testing/make-company-skill.ts';
import { makeEmptyFigures, makeFigures } from '../testing/make-figures.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { attack, openSkills } from '../testing/open-skills.tsx';

const key = 'AAAAAAAAAAAAAAAAAAAAAA';

interface Options {
  skill?: Partial<Skill>;
  endpoints?: MockedEndpoints;
  user?: Partial<CurrentUser>;
  search?: string;
}

async function openSkill({ skill, endpoints = {}, user = {}, search = '' }: Options = {}) {
  const shown = makeSkill({ name: 'Leave requests', ...skill });
  const { skills, analytics, ...others } = endpoints;
  const opened = openSkills({
    Page: SkillPage,
    path: `/skills/${shown._id}${search}`,
    pattern: '/skills/$id',
    endpoints: {
      skills: { get: shown, ...skills },
      analytics: { getSkillStats: makeFigures(), ...analytics },
      companySkills: { get: makeCompanySkill({ _id: shown._id }) },
      integrations: { list: [] },
      ownCosts: { listRates: { presentPrice: null, today: '2026-11-22', rates: [] } },
      ...others,
    },
    user,
  });
  await screen.findByRole('heading', { level: 1, name: shown.name });
  await screen.findByRole('tab', { name: 'Overview' });
  return { ...opened, skill: shown };
}

test('J and K lead through the skills of the list that was shown, on the same tab', async () => {
  const { page, person, skill } = await openSkill({ search: '?tab=configurations' });
  expect(screen.queryByRole('button', { name: 'Next skill' })).toBeNull();
  page.unmount();
  const ids = [skill._id, 'AAAAAAAAAAAAAAAAAAAAAB'];
  remember('listed skills', ids);
  const again = await openSkill({ skill: { _id: ids[0] ?? '' }, search: '?tab=configurations' });
  screen.getByText('1 of 2');
  await person.keyboard('j');
  await screen.findByText('2 of 2');
  const { pathname, search } = again.page.router.state.location;
  expect([pathname, search]).toEqual([`/skills/${ids[1]}`, { tab: 'configurations' }]);
  await person.keyboard('k');
  await screen.findByText('1 of 2');
});

const value = (label: string) =>
  screen.getByText(label, { selector: 'dt, dt > a' }).closest('dt')?.nextElementSibling?.textContent;

test('the page shows facts, commands and result of the skill', async () => {
  await openSkill({ skill: { conversationInfo: ['How many days are left?', 'Ask for leave'], limit: 250 } });
  screen.getByText('Tells how many days of leave are left.');
  expect(value('Area')).toBe('Finance');
  expect(value('Service provider')).toBe('SAP');
  expect(value('Domain knowledge')).toBe('Enterprise Resource Planning (ERP)');
  expect(value('Cost per request, excl. VAT')).toBe('€0.45');
  expect(value('Monthly limit, excl. VAT')).toBe('€250.00');
  const commands = within(screen.getByRole('region', { name: 'How to start conversation' }));
  expect(commands.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'How many days are left?',
    'Ask for leave',
  ]);
  within(screen.getByRole('region', { name: 'Skill result' })).getByText(/number of days/);
});

test('the title of the document is the name of the skill', async () => {
  await openSkill();
  expect(document.title).toContain('Leave requests');
});

test('the link back keeps the filter of the store', async () => {
  const { page, person, skill } = await openSkill();
  expect(screen.getByRole('link', { name: 'Skill Store' }).getAttribute('href')).toBe('/skills');
  const state = { skillFilter: { search: 'leave', area: 'FI' as const } };
  await page.router.navigate({ to: `/skills/${skill._id}`, state });
  await person.click(screen.getByRole('tab', { name: 'Configurations' }));
  await person.click(screen.getByRole('link', { name: 'Skill Store' }));
  await screen.findByText('At /skills');
  expect(page.router.state.location.search).toEqual({ search: 'leave', area: 'FI' });
});

test('each tab has its address, and the arrow keys switch tabs', async () => {
  const { page, person } = await openSkill({ search: '?tab=configurations' });
  const tab = (name: string) => screen.getByRole('tab', { name });
  expect(tab('Configurations').getAttribute('aria-selected')).toBe('true');
  expect(tab('Overview').hasAttribute('aria-current')).toBe(false);
  screen.getByRole('tabpanel', { name: 'Configurations' });
  await person.click(tab('Overview'));
  await screen.findByRole('heading', { name: 'Skill result' });
  expect(page.router.state.location.search).toEqual({});
  tab('Overview').focus();
  await person.keyboard('{ArrowRight}');
  await screen.findByRole('tabpanel', { name: 'Configurations' });
  expect(document.activeElement).toBe(tab('Configurations'));
  expect(page.router.state.location.search).toEqual({ tab: 'configurations' });
});

test('a company edits and deletes its own skill', async () => {
  const { api, person, skill, page } = await openSkill({ endpoints: { skills: { delete: null as never } } });
  const edit = screen.getByRole('link', { name: 'Edit skill' });
  expect(edit.getAttribute('href')).toBe(`/skills/management/${skill._id}`);
  await person.click(screen.getByRole('button', { name: 'Delete skill' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Leave requests');
  await fill(person, dialog.getByRole('textbox'), 'delete');
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText('Please enter DELETE to confirm the deletion');
  expect(api.getCalls('skills.delete')).toHaveLength(0);
  await person.clear(dialog.getByRole('textbox'));
  await fill(person, dialog.getByRole('textbox'), 'DELETE');
  await person.dblClick(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('At /skills');
  screen.getByText('The skill has been deleted.');
  expect(api.getCalls('skills.delete').map(({ body }) => body)).toEqual([{ version: 3 }]);
  expect(page.router.history.canGoBack()).toBe(false);
});

test('a refused deletion shows the reason and keeps the page', async () => {
  const { person } = await openSkill({ endpoints: { skills: { delete: new MockedProblem('record.stale') } } });
  await person.click(screen.getByRole('button', { name: 'Delete skill' }));
  await fill(person, within(await screen.findByRole('dialog')).getByRole('textbox'), 'DELETE');
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Someone else has changed this record.');
  screen.getByRole('dialog');
});

test('a company can not change a skill of the provider', async () => {
  await openSkill({ skill: { isProvided: true, canEdit: false } });
  screen.getByText('Provided by the provider');
  expect(screen.queryByRole('link', { name: 'Edit skill' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete skill' })).toBeNull();
});

test('the provider edits its skill in its own company', async () => {
  await openSkill({ skill: { isProvided: true, canEdit: true } });
  screen.getByRole('link', { name: 'Edit skill' });
});

test.each(['record.not-found', 'request.invalid'] as const)(
  'an unknown skill (%s) is a page not found',
  async (code) => {
    openSkills({
      Page: SkillPage,
      path: '/skills/none',
      pattern: '/skills/$id',
      endpoints: { skills: { get: new MockedProblem(code) } },
    });
    await screen.findByRole('heading', { name: 'Not found' });
  },
);

test('the tiles show totals and changes, costs with two decimals', async () => {
  await openSkill();
  await screen.findByText('€401.41');
  expect(value('Requests')).toContain('892');
  expect(value('Requests')).toContain('+100%');
  expect(value('Cost')).toContain('0%');
  expect(value('Success rate')).toContain('92.4%');
  expect(value('Success rate')).toContain('2.3 percentage points more than in the previous period');
  expect(value('Conversations')).toContain('−50%');
  const users = within(screen.getByRole('region', { name: 'Top users' })).getAllByRole('listitem');
  expect(users.map(({ textContent }) => textContent)).toEqual(['1Maarja Kask259 conversations', '2Ada1 conversation']);
  const chart = screen.getByRole('slider', { name: 'Requests and conversations by day' });
  expect(chart.getAttribute('aria-valuetext')).toBe('November 21st, 2026: 40 requests, 20 conversations');
});

test('the range is in the address, and the link to the logs keeps its days', async () => {
  const { page, person, skill } = await openSkill({ search: '?range=last-month' });
  await screen.findByText('€401.41');
  const logs = screen.getByRole('link', { name: /Conversation logs/ });
  const address = new URL(logs.getAttribute('href') ?? '', 'https://portal.example');
  expect(address.pathname).toBe('/analytics/logs');
  expect(address.searchParams.get('skills')).toBe(skill._id);
  expect(address.searchParams.get('from')).toMatch(/-01$/);
  await person.selectOptions(screen.getByLabelText('Range'), 'Last 90 days');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ range: '90-days' }));
  await person.selectOptions(screen.getByLabelText('Range'), 'This month');
  await waitFor(() => expect(page.router.state.location.search).toEqual({}));
});

test('the trend can be shown as a table', async () => {
  const { person } = await openSkill();
  await person.click(await screen.findByRole('button', { name: /Show as table/ }));
  expect(screen.getAllByRole('row')).toHaveLength(22);
  screen.getByRole('rowheader', { name: 'November 21st, 2026' });
});

test('a skill without usage shows a note', async () => {
  await openSkill({ endpoints: { analytics: { getSkillStats: makeEmptyFigures() } } });
  await screen.findByText('This skill was not used in this period.');
});

test('figures that failed to load leave the rest of the page, and can be retried', async () => {
  const { api, person } = await openSkill({
    endpoints: { analytics: { getSkillStats: new MockedProblem('service.unavailable') } },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  screen.getByRole('heading', { name: 'Skill result' });
  api.change({ analytics: { getSkillStats: makeFigures() } });
  await person.click(retry);
  await screen.findByText('€401.41');
});

test('texts of a skill are never HTML, and an invalid address is never a link', async () => {
  await openSkill({
    skill: {
      name: attack,
      description: attack,
      serviceProvider: attack,
      skillResult: attack,
      conversationInfo: [attack],
      screenShots: ['javascript:alert(1)', 'http://plain.example/a.png', `/api/files/${key}/..`, attack],
    },
    endpoints: {
      analytics: {
        getSkillStats: makeFigures({ topUsers: [{ _id: 'u', firstName: attack, lastName: '', total: 1 }] }),
      },
    },
  });
  await screen.findByText('€401.41');
  screen.getByText('javascript:alert(1)');
  expect(document.querySelector('main img, main script, main iframe')).toBeNull();
  const targets = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '');
  expect(targets.every((target) => target.startsWith('/'))).toBe(true);
  expect(screen.queryByRole('button', { name: /Screenshot/ })).toBeNull();
});
