import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUsage, readRows } from './testing/open-usage.tsx';
import { makeOctober, makeUsage, makeYoungUsage } from './testing/usage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the address holds an earlier period, which has neither limit nor forecast', async () => {
  const { api, page, person } = openUsage();
  await readRows();
  const select = screen.getByLabelText('Period');
  expect(
    within(select)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['November 2026', 'October 2026', 'September 2026']);
  api.change({ usage: { get: makeOctober() } });
  await person.selectOptions(select, 'October 2026');
  await screen.findByText('Earlier period: October 1st, 2026 - October 31st, 2026');
  expect(page.router.state.location.search).toEqual({ period: '2026-10' });
  expect(api.getCalls('usage.get').at(-1)?.query).toEqual({ period: '2026-10' });
  expect((await readRows())[0]).toEqual(['Skill name', 'Cost per request', 'Total requests', 'Total cost']);
  expect(screen.queryByText('Limit')).toBeNull();
  expect(screen.queryByText('Support limits')).toBeNull();
  expect(screen.queryByRole('meter')).toBeNull();
  api.change({ usage: { get: makeUsage() } });
  await person.selectOptions(screen.getByLabelText('Period'), 'November 2026');
  await screen.findByText(/^Current period/);
  expect(page.router.state.location.search).toEqual({});
});

test.each(['2026-12', '2009-12', '2026-13', 'x', '2026-11', '1'])(
  'the period %s of an address is the present',
  async (period) => {
    const { api } = openUsage({ path: `/settings/usage?period=${period}` });
    await readRows();
    expect(api.getCalls('usage.get').at(-1)?.query).toEqual({});
  },
);

test.each([
  [49.99, 'Within the limit', 'green'],
  [50, '50% of the limit used', 'amber'],
  [80, 'Budget warning: 80% of the limit used', 'amber'],
  [100, 'Limit reached', 'red'],
  [100.01, 'Limit exceeded', 'red'],
])('%s of 100 euros: %s', async (total, words, tone) => {
  openUsage({ usage: { get: makeUsage({ total, limit: 100 }) } });
  const said = await screen.findByText(words);
  expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  expect(screen.getByRole('meter', { hidden: true }).getAttribute('aria-valuetext')).toContain(words);
});

test('the forecast shows the end of the month and the day of the limit', async () => {
  const { forecast } = makeUsage();
  const expected = forecast && { ...forecast, limitReachedOn: '2026-11-27' };
  openUsage({ usage: { get: makeUsage({ limit: 2700, forecast: expected }) } });
  await screen.findByText('The limit is expected to be reached on 27 Nov 2026.');
  const budget = within(screen.getByLabelText('Spending and limit'));
  budget.getByText('€3,000.00');
  budget.getByText('€2,800.00 to €3,200.00');
});

test('an exceeded limit shows since when, also of a skill, and what is stopped and still runs', async () => {
  const keys = [
    { name: 'Production', limits: 'enforced' as const },
    { name: 'Gateway', limits: 'reported' as const },
  ];
  const { data } = makeUsage();
  const [first, ...others] = data;
  const limited = first && { ...first, limit: 1, reachedOn: '2026-11-03' };
  const skills = limited ? [limited, ...others] : [];
  openUsage({ usage: { get: makeUsage({ data: skills, limit: 50, reachedOn: '2026-11-02', keys }) } });
  await screen.findByText('Limit exceeded since 2 Nov 2026');
  await screen.findByText('Limit exceeded since 3 Nov 2026');
  expect(screen.getByText('Production').parentElement?.textContent).toBe('Stopped since 2 Nov 2026: Production');
  expect(screen.getByText('Gateway').parentElement?.textContent).toMatch(/^Still running \(report only\): Gateway\./);
  expect(screen.queryByText(/^At the limit, assistants/)).toBeNull();
});

test('without history there is no forecast but a reason', async () => {
  openUsage({ usage: { get: makeYoungUsage() } });
  await screen.findByText('A forecast appears after two weeks of usage.');
});

test('the chart can be shown as a table, and the arrow keys read its numbers', async () => {
  const { person } = openUsage();
  await readRows();
  const chart = screen.getByLabelText('Cumulative spend', { selector: '[role="slider"]' });
  act(() => chart.focus());
  expect(chart.getAttribute('aria-valuetext')).toBe(
    'November 21st, 2026: €2,100.00 spent so far, €100.00 on this day, 10 requests',
  );
  await person.keyboard('{ArrowRight}');
  expect(chart.getAttribute('aria-valuetext')).toBe(
    'November 22nd, 2026: €2,200.00 forecast, €2,178.00 at least, €2,222.00 at most',
  );
  await person.click(screen.getByText('of Cumulative spend'));
  const table = screen.getByText('Cumulative spend', { selector: 'caption' }).closest('table');
  const rows = [...(table?.rows ?? [])].map((row) => [...row.cells].map(({ textContent }) => textContent).join(' '));
  expect(rows).toHaveLength(31);
  expect([rows[0], rows[1], rows[30]]).toEqual([
    'Day Requests Spent Spent so far Forecast At least At most',
    'November 1st, 2026 10 €100.00 €100.00 – – –',
    'November 30th, 2026 – – – €3,000.00 €2,802.00 €3,198.00',
  ]);
});
