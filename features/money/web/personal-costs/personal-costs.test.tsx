import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PersonalCosts as Costs } from '#features/money/contract/costs/costs.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { PersonalCosts } from './personal-costs.tsx';

const costs: Costs = {
  months: [
    { month: '2026-09', total: 1.25 },
    { month: '2026-10', total: 4 },
  ],
  requests: 7,
  total: 4,
  skills: [
    { id: 'a', name: 'Travel', requests: 5, total: 3.5 },
    { id: 'b', name: 'Leave', requests: 2, total: 0.5 },
  ],
};

test('a person sees the own cost of a month by skill, and chooses another month', async () => {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    costs: { getPersonal: new MockedProblem('internal') },
  });
  const person = userEvent.setup();
  renderPage(PersonalCosts, '/');
  const retry = await screen.findByRole('button', { name: /again/i });
  api.change({ costs: { getPersonal: costs } });
  await person.click(retry);
  const table = await screen.findByRole('table', { name: 'Your cost by skill' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['SkillRequestsCost', 'Travel5€3.50', 'Leave2€0.50', 'Total7€4.00']);
  const month = screen.getByRole('combobox', { name: 'Month' });
  expect([...(month as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'October 2026: €4.00',
    'September 2026: €1.25',
  ]);
  api.change({ costs: { getPersonal: { ...costs, requests: 0, total: 0, skills: [] } } });
  await person.selectOptions(month, 'September 2026: €1.25');
  await screen.findByText('You made no requests in this month.');
  expect(api.getCalls('costs.getPersonal').at(-1)?.query).toEqual({ period: '2026-09' });
});
