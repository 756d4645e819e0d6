import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Costs } from '#features/money/contract/costs/costs.ts';
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

test('without any department the panel says where it is set, and a failure can be retried', async () => {
  const { api, person } = openUsage({ costs: { list: new MockedProblem('internal') } });
  const panel = await findPanel();
  const retry = await panel.findByRole('button', { name: /again/i });
  api.change({ costs: { list: { ...byDepartment, data: byDepartment.data.slice(1), count: 1 } } });
  await person.click(retry);
  await panel.findByText(/No department is set\./);
  expect(panel.getByRole('link', { name: 'user' }).getAttribute('href')).toBe('/users');
});
