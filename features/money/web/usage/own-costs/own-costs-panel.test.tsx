import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnCosts } from '#features/money/contract/own-costs.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { openUsage, readRows } from '../testing/open-usage.tsx';
import { toId } from '../testing/usage.ts';

const costs: OwnCosts = {
  data: [
    {
      _id: toId(1),
      name: 'Own skill',
      prices: [
        { price: 0.0145, requests: 30 },
        { price: 0.02, requests: 5 },
        { price: null, requests: 2 },
      ],
      requests: 37,
      total: 0.54,
    },
    { _id: toId(2), name: 'New skill', prices: [], requests: 0, total: 0 },
  ],
  total: 0.54,
};

test('the own cost of skills stands apart, marked as not billed, and leads to the requests', async () => {
  const { api } = openUsage({ roles: ['Admin'], path: '/settings/usage?period=2026-10', ownCosts: { get: costs } });
  const panel = within(await screen.findByRole('region', { name: 'Own cost' }));
  panel.getByText('Internal cost of your own skills. Not billed.');
  const rows = panel
    .getAllByRole('row')
    .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Skill name', 'Own cost per request', 'Total requests', 'Own cost'],
    ['Own skill', '€0.014530 × €0.01455 × €0.022 × no rate', '37', '€0.54'],
    ['New skill', '–', '0', '€0.00'],
    ['Total own cost in period (not billed):', '€0.54'],
  ]);
  expect(panel.getByRole('link', { name: 'Own skill' }).getAttribute('href')).toContain(`skill=${toId(1)}`);
  expect(api.getCalls('ownCosts.get')[0]?.query).toEqual({ period: '2026-10' });
  // The figures of what is billed have no word of it.
  expect((await readRows())[0]).not.toContain('Own cost');
});

test('without a rate there is no panel, and a failure can be retried', async () => {
  const { api, person } = openUsage({ roles: ['Admin'], ownCosts: { get: new MockedProblem('internal') } });
  const panel = within(await screen.findByRole('region', { name: 'Own cost' }));
  api.change({ ownCosts: { get: { data: [], total: 0 } } });
  await person.click(panel.getByRole('button', { name: /again/i }));
  await expect.poll(() => screen.queryByRole('region', { name: 'Own cost' })).toBeNull();
});

test('those who set rates have the own cost on a tab of its own, which says where rates are set', async () => {
  const path = '/settings/usage/own-cost?period=2026-10';
  const { api, person } = openUsage({ path, ownCosts: { get: new MockedProblem('internal') } });
  const again = await screen.findByText('Try again');
  api.change({ ownCosts: { get: { data: [], total: 0 } } });
  await person.click(again);
  await screen.findByText('No own cost in this period.');
  expect(screen.getByRole('link', { name: 'skills' }).getAttribute('href')).toBe('/skills');
  cleanup();
  openUsage({ path, ownCosts: { get: costs } });
  expect((await screen.findByRole('link', { name: 'Own skill' })).getAttribute('href')).toContain(`skill=${toId(1)}`);
  cleanup();
  const month = openUsage({ ownCosts: { get: costs } });
  await readRows();
  expect(month.api.getCalls('ownCosts.get')).toEqual([]);
});
