import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeStats } from '../testing/stats.ts';
import { SkillsPanel } from './dashboard-skills-panel.tsx';

const query = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const all = Array.from({ length: 12 }, (_, place) => ({
  _id: `skill-${place + 1}`,
  name: `Skill ${place + 1}`,
  requests: 20 - place,
  previous: 1,
  cost: 2,
}));
const others = { _id: null, name: 'Other', requests: 30, previous: 3, cost: 6 };

async function openOthers(listSkillRequests: typeof all | MockedProblem) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    analytics: { listSkillRequests },
  });
  const stats = { ...makeStats(), skills: [...all.slice(0, 9), others] };
  renderPage(() => <SkillsPanel stats={stats} search={{ from: '2026-11-01' }} query={query} />, '/');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Other' }));
  return { api, person, dialog: within(await screen.findByRole('dialog', { name: 'Other skills' })) };
}

test('the sum of the other skills opens what each of them adds, with its way into the log', async () => {
  const { api, dialog } = await openOthers(all);
  const link = await dialog.findByRole('link', { name: 'Skill 10' });
  expect(link.getAttribute('href')).toBe('/settings/usage?period=2026-11&skill=skill-10%7E2026-11-01%7E2026-11-21');
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'SkillRequestsCost, excl. VAT',
    'Skill 1011€2.00',
    'Skill 1110€2.00',
    'Skill 129€2.00',
  ]);
  expect(api.getCalls('analytics.listSkillRequests')[0]?.query).toEqual(query);
});

test('a failed load of the other skills offers another attempt', async () => {
  const { api, person, dialog } = await openOthers(new MockedProblem('internal'));
  const again = await dialog.findByText('Try again');
  api.change({ analytics: { listSkillRequests: all } });
  await person.click(again);
  await dialog.findByRole('link', { name: 'Skill 12' });
});
