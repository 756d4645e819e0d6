import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { EditSkillPage } from './edit-skill-page.tsx';
import { makeSkill } from '../testing/make-skill.ts';
import { field, openEdit, press, rows } from '../testing/open-skill-form.tsx';
import { openSkills, standardPrices } from '../testing/open-skills.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a skill is updated with the version it was read with', async () => {
  const skill = makeSkill({ name: 'Old name', limit: 10, version: 3 });
  const { api, person } = await openEdit(skill, { skills: { update: { ...skill, version: 4 } } });
  await person.clear(field('Name'));
  await fill(person, field('Name'), 'New name');
  await person.clear(field('Monthly limit'));
  await person.click(press('Update skill'));
  await screen.findByText(`At /skills/${skill._id}`);
  const body = api.getCalls('skills.update')[0]?.body;
  expect(body).toMatchObject({ name: 'New name', limit: null, version: 3 });
  expect(body).not.toHaveProperty('price');
});

test('the provider sees all standard prices, and sets one from a day on', async () => {
  const { api, person } = await openEdit(makeSkill({ price: 0.45 }), { user: { isProvider: true } });
  const table = within(await screen.findByRole('table', { name: /^Standard prices of/ }));
  const cells = table.getAllByRole('row').slice(1);
  expect(cells.map((row) => row.textContent)).toEqual([
    expect.stringContaining('€0.50'),
    expect.stringMatching(/the beginning.*€0.45/),
  ]);
  api.change({ standardPrices: { create: standardPrices } });
  await person.click(press('Change from a day'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Set price' }));
  await dialog.findByText('Enter an amount in euros, e.g. 0.45.');
  await fill(person, dialog.getByLabelText('Price per request in euros'), '0,6');
  await person.click(dialog.getByRole('button', { name: 'Set price' }));
  await screen.findByText('The price has been set.');
  expect(api.getCalls('standardPrices.create')[0]?.body).toEqual({ price: 0.6, validFrom: '2026-11-22' });
});

test('an untouched limit is not sent, because it may have been set elsewhere meanwhile', async () => {
  const skill = makeSkill({ limit: 10, version: 3 });
  const { api, person } = await openEdit(skill, { skills: { update: { ...skill, version: 4 } } });
  await person.type(field('Name'), '!');
  await person.click(press('Update skill'));
  await screen.findByText(`At /skills/${skill._id}`);
  expect(api.getCalls('skills.update')[0]?.body).not.toHaveProperty('limit');
});

test('a stale save takes over the commands that others have added', async () => {
  const skill = makeSkill({ name: 'Old name' });
  const current = { ...skill, conversationInfo: ['Theirs'], version: 4 };
  const { person } = await openEdit(skill, { skills: { update: new MockedProblem('record.stale', { current }) } });
  await person.type(field('Name'), '!');
  await person.click(press('Update skill'));
  await waitFor(() => expect(rows('Added commands')).toEqual(['Theirs']));
});

test('screenshots of a stale save are named without the keys of uploaded ones', async () => {
  const [mine, their] = ['M', 'T'].map((letter) => `/api/files/${letter.repeat(22)}`) as [string, string];
  const skill = makeSkill({ screenShots: ['https://pictures.example/1.png', mine] });
  const current = { ...skill, screenShots: [mine, their], version: 4 };
  const { person } = await openEdit(skill, { skills: { update: new MockedProblem('record.stale', { current }) } });
  await person.click(press('Remove screenshot 1'));
  await person.click(press('Update skill'));
  await screen.findByText('Someone else has changed this');
  const row = screen.getByRole('row', { name: /^Screenshots/ });
  within(row).getByText(/2 screenshots, one not in the other version:\s+Uploaded image \(number 2\)/);
  within(row).getByText('1 screenshot, all also in the other version');
  expect(within(row).queryByText(/api/)).toBeNull();
});

test('a save from the form that a skill’s own page opened goes back to that page', async () => {
  const skill = makeSkill();
  const { page, person } = await openEdit(skill, { skills: { update: { ...skill, version: 4 } } });
  const form = page.router.state.location.pathname;
  await act(() => page.router.navigate({ to: `/skills/${skill._id}`, search: { tab: 'configurations' } as never }));
  await act(() => page.router.navigate({ to: form, state: { skillEditedHere: true } }));
  await screen.findByRole('heading', { name: `Edit ${skill.name}` });
  await person.click(press('Update skill'));
  await screen.findByText(`At /skills/${skill._id}`);
  expect(page.router.state.location.search).toEqual({ tab: 'configurations' });
  await act(async () => page.router.history.back());
  await screen.findByRole('heading', { name: `Edit ${skill.name}` });
});

test('an old screenshot that is no address is read as text, and has to go before the skill is saved', async () => {
  const skill = makeSkill({ screenShots: ['javascript:alert(1)'] });
  const { api, person } = await openEdit(skill, { skills: { update: { ...skill, screenShots: [], version: 4 } } });
  screen.getByText('javascript:alert(1)');
  expect(document.querySelector('main a, main img')).toBeNull();
  await person.click(press('Update skill'));
  const message = 'A screenshot must be an https address or an uploaded image.';
  await screen.findByText(message);
  expect(api.getCalls('skills.update')).toHaveLength(0);
  await person.click(press('Remove screenshot 1'));
  await person.click(press('Update skill'));
  await waitFor(() => expect(api.getCalls('skills.update')[0]?.body).toMatchObject({ screenShots: [] }));
});

test('a skill that was deleted meanwhile is reported, and the input stays', async () => {
  const { person } = await openEdit(makeSkill(), { skills: { update: new MockedProblem('record.not-found') } });
  await person.type(field('Name'), '!');
  await person.click(press('Update skill'));
  await screen.findByText('Someone else has deleted this skill.');
  expect(field('Name').value).toMatch(/!$/);
});

test('a skill of the provider has no form in a company, but says whose it is', async () => {
  const skill = makeSkill({ isProvided: true, canEdit: false });
  await openEdit(skill);
  screen.getByText('Only the provider can edit this skill.');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'View skill' }).getAttribute('href')).toBe(`/skills/${skill._id}`);
});

test('an id that is no skill’s is a page not found', async () => {
  openSkills({
    Page: EditSkillPage,
    path: '/skills/management/none',
    pattern: '/skills/management/$id',
    endpoints: { skills: { get: new MockedProblem('record.not-found') } },
  });
  await screen.findByRole('heading', { name: 'Not found' });
});
