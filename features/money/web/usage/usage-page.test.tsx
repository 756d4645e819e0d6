import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchedUsage } from '#features/dashboard/contract/live.ts';
import { MockedEvents, MockedProblem } from '#web/api/testing/mock-api.ts';
import { openUsage, readRows } from './testing/open-usage.tsx';
import { makeBill } from '#features/billing/web/bill/testing/make-bill.ts';
import { makeSupportMonth, makeSupportRequest } from './testing/support.ts';
import { makeOctober, makeSkills, makeSkillUsage, makeSupport, makeUsage, toId } from './testing/usage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fifteen = makeUsage({ data: makeSkills(15), requests: 1395, total: 348.75 });
test('the present month is shown with its time zone and its time', async () => {
  const { api } = openUsage();
  await screen.findByText('Current period: November 1st, 2026 - November 30th, 2026');
  screen.getByText('Europe/Tallinn');
  expect(screen.getByText('21 Nov 2026, 12:00:05').parentElement?.textContent).toBe(
    'Last updated 21 Nov 2026, 12:00:05',
  );
  expect(api.getCalls('usage.get').at(-1)?.query).toEqual({});
});

test('the forecast opens the parts that it is made of', async () => {
  const { person } = openUsage();
  await person.click(await screen.findByRole('button', { name: /how the forecast is calculated$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'How the forecast is calculated' }));
  dialog.getByText(/ends between €2,800.00 and €3,200.00/);
  const amounts = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(amounts).toEqual(['€74.25', '€2,925.75', '€3,000.00']);
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(1 + 10);
  expect(rows[2]).toBe('November 22nd, 2026€100.00€2,200.00');
});

test('Refresh data loads the figures again', async () => {
  const { api, person } = openUsage();
  await readRows();
  api.change({ usage: { get: makeUsage({ date: '2026-11-21T10:03:00.000Z', total: 99.5 }) } });
  await person.click(screen.getByText('Refresh data'));
  await screen.findByText('21 Nov 2026, 12:03:00');
  within(screen.getByLabelText('Spending and limit')).getByText('€99.50');
});

test('figures that the portal sends are shown at once, and no skill moves until they are loaded again', async () => {
  const stream = new MockedEvents();
  const { api, person } = openUsage({ stream });
  await readRows();
  await waitFor(() => expect(api.getCalls('live.watchUsage')).toHaveLength(1));
  const [first, second, third] = makeSkills(3);
  const grown = { ...third, requests: 1000, total: 250 } as typeof third & object;
  const added = makeSkillUsage({ _id: toId(4), name: 'Skill 04', requests: 9, total: 900 });
  const newest = makeUsage({ data: [added, grown, first, second].filter((skill) => skill !== undefined) });
  const readNames = async () => (await readRows()).slice(1, -1).map(([name, , , cost]) => `${name} ${cost}`);
  stream.send(newest);
  await screen.findByText('Live');
  expect(await readNames()).toEqual(['Skill 01 €25.00', 'Skill 02 €24.75', 'Skill 03 €250.00', 'Skill 04 €900.00']);
  api.change({ usage: { get: newest } });
  await person.click(screen.getByText('Refresh data'));
  await expect.poll(readNames).toEqual(['Skill 04 €900.00', 'Skill 03 €250.00', 'Skill 01 €25.00', 'Skill 02 €24.75']);
});

test('a skill with a base fee has a row without requests, and the sum with the fees is below the total', async () => {
  const idle = makeSkillUsage({ name: 'Payslip', terms: { tiers: null, baseFee: 49 } });
  const used = makeSkillUsage({ _id: toId(2), name: 'Leave', requests: 12 });
  openUsage({ usage: { get: makeUsage({ data: [used, idle], total: 12, requests: 12, fees: 49 }) } });
  const rows = await readRows();
  expect(rows[2]?.slice(0, 4)).toEqual(['Payslip', '€1.00€49.00 base fee per month', '0', '€0.00']);
  expect(rows.slice(-3)).toEqual([
    ['Total spent in period:', '12', '€12.00', ''],
    ['Base fees, on the invoice of the month:', '€49.00', ''],
    ['Total with base fees:', '€61.00', ''],
  ]);
});

/** The cells of the rows below the head of a table. */
const readTable = (caption: string) =>
  [...(screen.getByText(caption, { ignore: '[aria-hidden] caption' }).closest('table')?.rows ?? [])]
    .slice(1)
    .map(({ cells }) => [...cells].map(({ textContent }) => textContent));

const makeOwnCost = (place: number, total: number) => ({
  _id: toId(place),
  name: `Own ${place}`,
  prices: [],
  requests: 0,
  total,
});

const later = makeSupportRequest({ _id: toId(200), subject: 'Later', cost: 20 });
const sent: WatchedUsage = {
  ...makeUsage(),
  ownCosts: { data: [makeOwnCost(2, 5), makeOwnCost(1, 3)], total: 8 },
  support: makeSupport({ limit: 300 }),
  supportRequests: { ...makeSupportMonth(), data: [later, ...makeSupportMonth().data], total: 150 },
  bill: makeBill(),
};

/** Checks a tab after the portal has sent all parts, and again after the usage alone was loaded again. */
async function checkSent(path: string, first: string, check: () => Promise<void>) {
  const stream = new MockedEvents();
  const { api, person } = openUsage({
    path,
    stream,
    ownCosts: { get: { data: [makeOwnCost(1, 3), makeOwnCost(2, 1)], total: 4 } },
  });
  await screen.findByText(first);
  await waitFor(() => expect(api.getCalls('live.watchUsage')).toHaveLength(1));
  vi.setSystemTime(new Date('2026-11-21T10:00:05.000Z'));
  stream.send(sent);
  await check();
  vi.setSystemTime(new Date('2026-11-21T10:00:10.000Z'));
  api.change({ usage: { get: makeUsage({ date: '2026-11-21T10:03:00.000Z' }) } });
  await person.click(screen.getByText('Refresh data'));
  await screen.findByText('21 Nov 2026, 12:03:00');
  await check();
}

test('own costs that the portal sends stay in the places of those that were loaded', async () => {
  await checkSent('/settings/usage/own-cost', 'Own 1', async () => {
    await expect
      .poll(() => readTable('Own cost of own skills in the period'))
      .toEqual([
        ['Own 1', '–', '0', '€3.00'],
        ['Own 2', '–', '0', '€5.00'],
        ['Total own cost in period (not billed):', '€8.00'],
      ]);
  });
});

test('support limits and requests that the portal sends stay in the places of those that were loaded', async () => {
  await checkSent('/settings/usage/support', 'Gateway setup', async () => {
    await expect.poll(() => readTable('Support limits by type').at(-1)?.join(' ')).toContain('€300.00');
    expect(readTable('Support requests of the period').map(([, , subject]) => subject)).toEqual([
      'Gateway setup',
      'Later',
    ]);
  });
});

test('own costs appear with the first rate of the company', async () => {
  const stream = new MockedEvents();
  const { api } = openUsage({ roles: ['Admin'], stream, ownCosts: { get: { data: [], total: 0 } } });
  await readRows();
  await waitFor(() => expect(api.getCalls('live.watchUsage')).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Own cost' })).toBeNull();
  vi.setSystemTime(new Date('2026-11-21T10:00:05.000Z'));
  stream.send(sent);
  await screen.findByRole('heading', { name: 'Own cost' });
  await screen.findByText('Own 1');
});

test('the table has a row for each skill and ends with the total of the period', async () => {
  openUsage();
  expect(await readRows()).toEqual([
    ['Skill name', 'Cost per request', 'Total requests', 'Total cost', 'Limit'],
    ['Skill 01', '€0.25', '100', '€25.00', 'Set limit'],
    ['Skill 02', '€0.25', '99', '€24.75', 'Set limit'],
    ['Skill 03', '€0.25', '98', '€24.50', 'Set limit'],
    ['Total spent in period:', '297', '€74.25', ''],
  ]);
});

test('a price that changed within the month is shown with the requests at each price', async () => {
  const prices = [
    { price: 2, requests: 3 },
    { price: 0.3333, requests: 1000 },
  ];
  const skill = makeSkillUsage({ price: 2, prices, requests: 1003, total: 339.3 });
  openUsage({ usage: { get: makeUsage({ data: [skill] }) } });
  expect((await readRows())[1]?.slice(1, 4)).toEqual(['€2.003 × €2.001,000 × €0.3333', '1,003', '€339.30']);
});

test('the first ten skills are shown, the others as one row of sums until the table is expanded', async () => {
  const { person } = openUsage({ usage: { get: fifteen } });
  const rows = await readRows();
  expect(rows).toHaveLength(1 + 10 + 2);
  expect(rows.at(-2)).toEqual(['Show all ( 15) Skills', '440', '€110.00', '']);
  expect(rows.at(-1)).toEqual(['Total spent in period:', '1,395', '€348.75', '']);
  const button = screen.getByText('Show all ( 15) Skills');
  // On paper words stand for the button.
  expect(button.closest('td')?.dataset['printedWords']).toBe('Others: 5 skills');
  expect(button.dataset['printed']).toBeUndefined();
  await person.click(button);
  await screen.findByText('Skill 15');
  const all = await readRows();
  expect(all).toHaveLength(1 + 15 + 2);
  expect(all.at(-2)).toEqual(['Collapse Table', '440', '€110.00', '']);
  await person.click(screen.getByText('Collapse Table'));
  await waitFor(() => expect(screen.queryByText('Skill 15')).toBeNull());
});

test('ten skills have no row of sums', async () => {
  openUsage({ usage: { get: makeUsage({ data: makeSkills(10) }) } });
  expect(await readRows()).toHaveLength(1 + 10 + 1);
  expect(screen.queryByText(/Show all/)).toBeNull();
});

test('a click on a head sorts ascending at first, then descending, by the address', async () => {
  const { page, person } = openUsage({ path: '/settings/usage?period=2026-10', usage: { get: makeOctober() } });
  await readRows();
  const head = screen.getByText('Skill name');
  for (const direction of ['ascending', 'descending', 'ascending']) {
    await person.click(head);
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/settings/usage/byName/${direction}`));
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe(direction);
  }
  expect(page.router.state.location.search).toEqual({ period: '2026-10' });
  for (const [label, column] of [
    ['Cost per request', 'byCost'],
    ['Total requests', 'byRequest'],
    ['Total cost', 'byTotalCost'],
  ] as const) {
    await person.click(screen.getByText(label));
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/settings/usage/${column}/ascending`));
  }
});

test.each([
  ['/settings/usage/byName/descending', 'Skill 15'],
  ['/settings/usage/byRequest/ascending', 'Skill 15'],
  ['/settings/usage/byTotalCost/descending', 'Skill 01'],
  ['/settings/usage', 'Skill 01'],
  ['/settings/usage/byWhatever/descending', 'Skill 01'],
  ['/settings/usage/byRequest/sideways', 'Skill 15'],
])('%s begins with %s', async (path, name) => {
  openUsage({ path, usage: { get: fifteen } });
  expect((await readRows())[1]?.[0]).toBe(name);
});

test('a skeleton is shown while the figures are loading', async () => {
  openUsage({ usage: { get: () => new Promise(() => undefined) } });
  expect((await screen.findAllByText('Loading the usage'))[0]?.getAttribute('role')).toBe('status');
  expect(screen.getByLabelText('Spending and limit').closest('[aria-busy="true"]')).not.toBeNull();
});

test('a month without requests shows a note', async () => {
  openUsage({ usage: { get: makeUsage({ data: [], total: 0, requests: 0 }) } });
  await screen.findByText('No skills used in this period.');
  expect(screen.getByRole('button', { name: 'Download usage' })).toHaveProperty('disabled', true);
});

test('a failed load is reported on the page, and can be retried', async () => {
  const { api, person } = openUsage({ usage: { get: new MockedProblem('internal') } });
  await screen.findByText('Something went wrong on our side. Please try again.');
  api.change({ usage: { get: makeUsage() } });
  await person.click(screen.getByText('Try again'));
  expect(await readRows()).toHaveLength(5);
});

test('figures that failed to reload stay dimmed below the reason', async () => {
  const { api, person } = openUsage();
  await readRows();
  api.goOffline();
  await person.click(screen.getByText('Refresh data'));
  await screen.findByText('Try again');
  expect(screen.getByText('Skill 01').closest('[data-stale]')).not.toBeNull();
});

test('a name of any length and script is shown in its row', async () => {
  const name = `${'x'.repeat(3000)} <b>שלום</b>`;
  openUsage({ usage: { get: makeUsage({ data: [makeSkillUsage({ name, limit: 10_000_000_000 })] }) } });
  expect((await readRows())[1]?.[0]).toBe(name);
});
