import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Costs, MonthlyCosts } from '#features/money/contract/costs/costs.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { openUsage } from '../testing/open-usage.tsx';
import { toId } from '../testing/usage.ts';

const sums = { requests: 40, total: 12.5, previous: 10, lastYear: 0 };

const byDepartment: Costs = {
  data: [
    { id: 'Sales', name: 'Sales', requests: 30, total: 10, previous: 8, lastYear: 0 },
    { id: '', name: 'No department', requests: 10, total: 2.5, previous: 2, lastYear: 0 },
  ],
  count: 2,
  sums,
};

const byPerson: Costs = {
  data: [
    { id: toId(1), name: 'Bo Hannula', requests: 30, total: 10, previous: 8, lastYear: 0 },
    { id: toId(2), name: 'Former Colleague', isMapped: false, requests: 10, total: 2.5, previous: 2, lastYear: 0 },
  ],
  count: 240,
  sums,
};

const findPanel = async () => within(await screen.findByRole('region', { name: 'Costs by owner' }));

test('the costs of a month stand by department with those of earlier months, and add up', async () => {
  const { api } = openUsage({ path: '/settings/usage?period=2026-10', costs: { list: byDepartment } });
  const panel = await findPanel();
  await panel.findByText('Sales');
  const rows = panel
    .getAllByRole('row')
    .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Department', 'Requests', 'Cost', 'Month before', 'Year before'],
    ['Sales', '30', '€10.00', '€8.00', '€0.00'],
    ['No department', '10', '€2.50', '€2.00', '€0.00'],
    ['Total', '40', '€12.50', '€10.00', '€0.00'],
  ]);
  expect(api.getCalls('costs.list')[0]?.query).toEqual({ by: 'department', period: '2026-10' });
});

test('another kind of owners is kept in the address, and a user leads to the requests of the month', async () => {
  const { api, page, person } = openUsage({ path: '/settings/usage?period=2026-10', costs: { list: byDepartment } });
  const panel = await findPanel();
  await panel.findByText('Sales');
  api.change({ costs: { list: byPerson } });
  await person.selectOptions(panel.getByRole('combobox', { name: 'Divide costs by' }), 'Person');
  const link = await panel.findByRole('link', { name: 'Bo Hannula' });
  expect(page.router.state.location.search).toMatchObject({ by: 'person', period: '2026-10' });
  const shown = new URL(link.getAttribute('href') ?? '', 'http://portal.example').searchParams;
  expect([shown.get('skill'), shown.get('by')]).toEqual([`all~2026-10-01~2026-10-31~${toId(1)}`, 'person']);
  expect(panel.queryByRole('link', { name: 'Former Colleague' })).toBeNull();
  panel.getByText('The 100 most expensive of 240. The download has all.');
});

test('who may not see what others cost gets the own row, and reads why', async () => {
  const own = { ...byPerson, data: byPerson.data.slice(0, 1), count: 1 };
  openUsage({ roles: ['User'], path: '/settings/usage?by=person', costs: { list: own } });
  const panel = await findPanel();
  await panel.findByRole('link', { name: 'Bo Hannula' });
  panel.getByText('Your own cost alone: that of others is shown to those who may change limits or read people.');
});

test('without any department the panel says where it is set, and a failure can be retried', async () => {
  const { api, person } = openUsage({ costs: { list: new MockedProblem('internal') } });
  const panel = await findPanel();
  const retry = await panel.findByRole('button', { name: /again/i });
  api.change({ costs: { list: { ...byDepartment, data: byDepartment.data.slice(1), count: 1 } } });
  await person.click(retry);
  await panel.findByText(/No department is set\./);
  expect(panel.getByRole('link', { name: 'user' }).getAttribute('href')).toBe('/users');
});

test('months stand side by side, the latest first, with the change within a year', async () => {
  const months = Array.from({ length: 13 }, (_, place) =>
    new Date(Date.UTC(2025, 9 + place)).toISOString().slice(0, 7),
  );
  const cost = (first: number, last: number) =>
    months.map((_, place) => (place === 0 ? first : place === 12 ? last : place));
  const listMonths: MonthlyCosts = {
    months,
    data: [
      { id: 'small', name: 'small', requests: 30, costs: cost(4, 10) },
      { id: '', name: 'Not reported', requests: 10, costs: cost(20, 2.5) },
    ],
    count: 2,
    sums: { requests: 40, costs: cost(24, 12.5) },
  };
  const { api, page, person } = openUsage({
    path: '/settings/usage?period=2026-10&by=model',
    costs: { list: byDepartment, listMonths },
  });
  const panel = await findPanel();
  await person.selectOptions(panel.getByRole('combobox', { name: 'Months shown' }), 'Month by month');
  const table = await panel.findByRole('table', { name: 'Costs by model and month' });
  const rows = [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  const shown = rows.map((row) => [...row.slice(0, 4), row.length, row.at(-1)]);
  expect(shown).toEqual([
    ['Model', 'Oct 2026', 'In a year', 'Sep 2026', 15, 'Oct 2025'],
    ['small', '€10.00', '+€6.00', '€11.00', 15, '€4.00'],
    ['Not reported', '€2.50', '−€17.50', '€11.00', 15, '€20.00'],
    ['Total', '€12.50', '−€11.50', '€11.00', 15, '€24.00'],
  ]);
  expect(page.router.state.location.search).toMatchObject({ by: 'model', costs: 'months' });
  expect(api.getCalls('costs.listMonths')[0]?.query).toEqual({ by: 'model', period: '2026-10' });
});
