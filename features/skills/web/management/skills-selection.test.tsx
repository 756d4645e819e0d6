import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Skill } from '#features/skills/contract/skills.ts';
import { MockedRows } from '#web/api/testing/mock-api.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';
import { SkillManagementPage } from './skill-management-page.tsx';

const leave = makeSkill({ name: 'Leave requests' });
const figures = { period: { start: '2026-10-31T22:00:00.000Z', end: '2026-11-30T21:59:59.999Z' }, skills: [] };

async function openList(store: Skill[]) {
  const endpoints = {
    skills: { listStore: store, getStoreFigures: figures },
    exports: { listSkills: new MockedRows('"Skill ID"\r\n"1"\r\n', 'skills-2026-11-20.csv', 1) },
  };
  const opened = openSkills({ Page: SkillManagementPage, path: '/skills/management?area=FI', endpoints });
  await screen.findByRole('row', { name: /Leave requests/ });
  return opened;
}

test('selected skills are deactivated together, and what is left out is said before and after', async () => {
  const { api, person } = await openList([
    leave,
    makeSkill({ name: 'Open invoices' }),
    makeSkill({ name: 'Waiting', state: 'requested', requiresApproval: true }),
  ]);
  await person.click(await screen.findByRole('checkbox', { name: 'Select Leave requests' }));
  await person.click(screen.getByRole('button', { name: 'Select all 3' }));
  await person.click(screen.getByRole('button', { name: 'Change the selected skills' }));
  await person.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 2 skills' }));
  expect(dialog.getByText('Not active:').parentElement?.textContent).toBe('Not active: Waiting');
  dialog.getByText('1 skill is not included:');
  const results = [{ _id: leave._id, result: 'done' as const }];
  api.change({
    companySkills: { changeStates: { results } },
    skills: { listStore: [{ ...leave, state: 'inactive' }] },
  });
  await person.click(dialog.getByRole('button', { name: 'Deactivate 2 skills' }));
  const report = within(await screen.findByRole('dialog', { name: 'Deactivate' }));
  report.getByText('1 skill has been deactivated.');
  expect(report.getByText('No longer in the store:').parentElement?.textContent).toContain('Open invoices');
  const [call] = api.getCalls('companySkills.changeStates');
  expect(call?.body).toMatchObject({ command: 'deactivate', skills: [leave._id, expect.any(String)] });
  await person.keyboard('{Escape}');
  await within(screen.getByRole('row', { name: /Leave requests/ })).findByText('Inactive');
});

test('the listed skills are downloaded, and the selected ones alone', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { api, person } = await openList([leave, makeSkill({ name: 'Open invoices' })]);
  const choose = async (format: string) => {
    await person.click(await screen.findByRole('button', { name: 'Download skills' }));
    await person.click(await screen.findByRole('menuitem', { name: format }));
  };
  await choose('CSV');
  await person.click(screen.getByRole('checkbox', { name: 'Select Leave requests' }));
  await choose('JSON Lines, Selected skills');
  await vi.waitFor(() => expect(api.getCalls('exports.listSkills')).toHaveLength(2));
  expect(api.getCalls('exports.listSkills').map(({ body }) => body)).toEqual([
    { area: 'FI', format: 'csv' },
    { skills: [leave._id], format: 'jsonl' },
  ]);
});
