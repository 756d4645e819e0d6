import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { waitForDemoConversations } from '../analytics-portal.ts';
import { withOwner } from '../../harness/database.ts';
import { atLeast, atMost, note, type Bench, type Reading } from '../figure.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../harness/portal.ts';
import { makeRandomLedgers, readMonthSums, type MonthSums } from '../random-ledgers.ts';
import { runProgram } from '../../harness/run-program.ts';
import { openSession } from '../../harness/session.ts';

const renewAfterMs = 4 * 60_000;

export const moneyEqual = {
  title: 'One sum everywhere',
  method:
    'Every month of the demo, whose conversations came through the intake, and of companies with random ledgers (names mapped to one skill, prices of parts of a cent): the cost of the ledger by SQL (of each skill and price, requests × price rounded to the cent) against the total of the usage page and the cost on the dashboard by the API, and against the lines and the total of the invoice that `npm run close-period` made, less the support requests it bills, to the cent.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({ DEMO_CONVERSATIONS: '1' }, async (portal) => {
      await waitForDemo(portal);
      await waitForDemoConversations(portal);
      const [companies, months] = isQuick ? [4, 25] : [20, 50];
      await withOwner(portal, (client) => makeRandomLedgers(client, companies, months));
      await closePeriods(portal.dataDir);
      return compare(portal);
    });
  },
};

async function closePeriods(dataDir: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PERIOD_CLOSE_GRACE_DAYS: '0' };
  const { exitCode, everything } = await runProgram(
    process.execPath,
    ['server/commands/money/close-period.ts'],
    rootDir,
    env,
  );
  if (exitCode !== 0) throw new Error(`The months were not closed:\n${everything.slice(-2000)}`);
}

async function compare(portal: Portal): Promise<Reading[]> {
  const months = await withOwner(portal, readMonthSums);
  const read = await createReader(portal);
  const different: unknown[] = [];
  for (const month of months) {
    const { companyId } = month;
    const usage = await read<Usage>(`/company/skills/usage?period=${month.month.slice(0, 7)}`, companyId);
    const { start, end } = usage.period;
    const stats = await read<AnalyticsStats>(`/analytics/stats?from=${start}&to=${end}`, companyId);
    const shown = { usage: fromEuros(usage.total), dashboard: fromEuros(stats.cost ?? NaN) };
    if (!isEqual(month, shown)) different.push({ ...month, ...shown });
  }
  const invoices = months.filter(({ invoiced }) => invoiced !== null).length;
  return [
    atMost('months whose sums differ', '0', different.length, { different: different.slice(0, 20) }),
    atLeast('months compared', '1000', months.length),
    note('of them with an invoice', invoices, ''),
  ];
}

const isEqual = ({ ledger, lines, invoiced, support }: MonthSums, shown: Record<string, number | undefined>) =>
  Object.values(shown).every((sum) => sum === ledger) &&
  [lines, invoiced].every((billed) => billed === null || billed === ledger + support);

async function createReader(portal: Portal) {
  let session = await openSession(portal, 'operator@steward.example');
  let openedAt = performance.now();
  return async <Answer>(path: string, companyId: string): Promise<Answer> => {
    if (performance.now() - openedAt > renewAfterMs) {
      session = await openSession(portal, 'operator@steward.example');
      openedAt = performance.now();
    }
    const headers = { authorization: `Bearer ${session.token}`, 'x-company': companyId };
    const answer = await fetch(`${portal.url}/api${path}`, { headers });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}
