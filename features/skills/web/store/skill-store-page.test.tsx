import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Skill } from '#features/skills/contract/skills.ts';
import { SkillStorePage } from './skill-store-page.tsx';
import { makeSkill } from '../testing/make-skill.ts';
import { attack, openSkills } from '../testing/open-skills.tsx';

/** jsdom measures every row as 0 pixels high, and then all of them would be in view. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(250);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const leave = makeSkill({ name: 'Leave requests', area: 'General', serviceProvider: 'the provider' });
const invoices = makeSkill({ name: 'Open invoices', description: 'Lists what is due for payment.' });
const chat = makeSkill({ name: 'Team chat', area: 'BS', domainKnowledge: 'Communication', description: 'Writes.' });

async function openStore(store: Skill[] = [leave, invoices, chat], path = '/skills') {
  const opened = openSkills({ Page: SkillStorePage, path, endpoints: { skills: { listStore: store } } });
  await screen.findByRole('heading', { name: 'Skill Store' });
  if (store.length > 0) await screen.findByPlaceholderText('Search...');
  return opened;
}

const search = () => screen.getByPlaceholderText<HTMLInputElement>('Search...');
const shownNames = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
const card = (name: string) => screen.getByRole('article', { name });

test('a card shows area, name, service provider, domain knowledge and the way to the details', async () => {
  await openStore();
  const shown = within(card('Leave requests'));
  for (const text of ['General', 'the provider', 'Enterprise Resource Planning (ERP)']) {
    shown.getByText(text);
  }
  const link = shown.getByRole('link', { name: 'Details of Leave requests' });
  expect(link.getAttribute('href')).toBe(`/skills/${leave._id}`);
  screen.getByText('3 skills');
});

test('the search finds name or description, whatever the case, and keeps the literal text in the address', async () => {
  const { page, person } = await openStore();
  await person.type(search(), 'DUE FOR');
  expect(shownNames()).toEqual(['Open invoices']);
  screen.getByText('1 of 3 skills');
  expect(screen.getByText('due for').tagName).toBe('B');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ search: 'DUE FOR' }));
});

test('the filters stand behind a toggle and match exactly', async () => {
  const { page, person } = await openStore();
  expect(screen.queryByLabelText('Provider')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show filters' }));
  expect([...select('Domain knowledge').options].map(({ text }) => text)).toEqual([
    'All domains',
    'Enterprise Resource Planning (ERP)',
    'Communication tools',
  ]);
  expect([...select('Provider').options].map(({ text }) => text)).toEqual(['All providers', 'SAP', 'the provider']);
  await person.selectOptions(select('Provider'), 'SAP');
  await waitFor(() => expect(shownNames()).toEqual(['Open invoices', 'Team chat']));
  await person.selectOptions(select('Area'), 'Basis');
  await waitFor(() => expect(shownNames()).toEqual(['Team chat']));
  await person.selectOptions(select('Domain knowledge'), 'Communication tools');
  await waitFor(() =>
    expect(page.router.state.location.search).toEqual({
      provider: 'SAP',
      area: 'BS',
      domainKnowledge: 'Communication',
    }),
  );
  expect(shownNames()).toEqual(['Team chat']);
  await person.click(screen.getByRole('button', { name: 'Hide filters' }));
  expect(screen.queryByLabelText('Provider')).toBeNull();
  screen.getByRole('button', { name: 'Show filters (3)' });
});

test('an address with filters shows them, and what it can not mean is left out', async () => {
  await openStore(undefined, '/skills?area=FI&provider=Oracle');
  expect(select('Area').value).toBe('FI');
  expect(select('Provider').value).toBe('');
  expect(shownNames()).toEqual(['Open invoices']);
});

test('the back button of the browser brings an earlier search back', async () => {
  const { page } = await openStore(undefined, '/skills?search=leave');
  await act(() => page.router.navigate({ to: '/skills', search: { search: 'chat' } }));
  expect(shownNames()).toEqual(['Team chat']);
  await act(async () => page.router.history.back());
  await waitFor(() => expect(search().value).toBe('leave'));
  expect(shownNames()).toEqual(['Leave requests']);
});

test('nothing found says so, and one click clears search and filters', async () => {
  const { page, person } = await openStore(undefined, '/skills?area=FI');
  await person.type(search(), 'no such skill');
  screen.getByText('No skills matching the current search.');
  await person.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
  await waitFor(() => expect(page.router.state.location.search).toEqual({}));
  expect(search().value).toBe('');
});

test('a skill opened from the store knows how the store stood', async () => {
  const { page, person } = await openStore(undefined, '/skills?area=General');
  await person.type(search(), 'leave');
  await person.click(screen.getByRole('link', { name: 'Details of Leave requests' }));
  await screen.findByText(`At /skills/${leave._id}`);
  expect(page.router.state.location.state.skillFilter).toEqual({ search: 'leave', area: 'General' });
  expect(page.router.state.location.search).toEqual({});
});

test('Add new skill says what is still to come, and Close closes it', async () => {
  const { person } = await openStore();
  await person.click(screen.getByRole('button', { name: 'Add new skill' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add new skill' });
  const text = 'Download All Skills: This functionality will be available soon.';
  within(dialog).getByText(text);
  await person.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Add new skill');
});

test('Add new skill is the SuperAdmin’s', async () => {
  openSkills({
    Page: SkillStorePage,
    path: '/skills',
    endpoints: { skills: { listStore: [leave] } },
    user: { roles: ['Admin'] },
  });
  await screen.findByPlaceholderText('Search...');
  expect(screen.queryByRole('button', { name: 'Add new skill' })).toBeNull();
});

test('a store without skills shows the way to create one', async () => {
  await openStore([]);
  await screen.findByText('No skills to display.');
  expect(screen.getByRole('link', { name: 'Create a skill' }).getAttribute('href')).toBe('/skills/management/addNew');
});

test('until the skills arrive their place is kept', async () => {
  openSkills({
    Page: SkillStorePage,
    path: '/skills',
    endpoints: { skills: { listStore: () => new Promise<Skill[]>(() => {}) } },
  });
  await screen.findByText('Loading the skills');
  expect(screen.queryByText('No skills to display.')).toBeNull();
});

test('of 2,000 skills only the cards in view are in the page, and the search finds among all of them', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => makeSkill({ name: `Number ${index} of many` }));
  const { person } = await openStore(many);
  expect(shownNames().length).toBeLessThan(30);
  screen.getByText('2,000 skills');
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('2000');
  await person.type(search(), 'number 1999');
  expect(shownNames()).toEqual(['Number 1999 of many']);
});

test('what a skill says is text and nothing else, however long', async () => {
  const long = 'x'.repeat(5000);
  await openStore([
    makeSkill({ name: attack, description: attack, serviceProvider: attack }),
    makeSkill({ name: long, description: long }),
  ]);
  expect(screen.getAllByText(attack)).toHaveLength(3);
  expect(document.querySelector('main img, main script, main a[href^="javascript:"]')).toBeNull();
  card(long);
});
