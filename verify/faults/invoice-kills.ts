import { getVatAmount } from '#features/billing/server/invoices/vat.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../harness/database.ts';
import type { Portal } from '../../harness/portal.ts';
import { openLocalFiles } from '../../server/outside/files/local-files.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import type { Check, Verdict } from '../check.ts';
import { withFaultPortal } from './fault-portal.ts';

/** In ten-thousandths of a euro. */
const [price, requests] = [107, 1000];
const net = price * requests;
/** In thousandths of a percent, as of every month since July 2025. */
const vatRate = 24_000;
const pollMs = 20;
/** From the first invoice of a round until the kill. */
const maxPauseMs = 1000;

export const invoiceKills: Check = {
  title: 'SIGKILL of npm run close-period between the PDF of an invoice, its commit and the next one',
  expected:
    'one invoice for each company and month, with the exact total and a stored PDF; a later run completes the rest',
  run({ isQuick }) {
    const [rounds, companies] = isQuick ? [3, 60] : [20, 600];
    return withFaultPortal({}, async ({ program, verdict }) => {
      const portal = await program.current();
      await makeCompanies(portal, companies);
      const killedAfter: number[] = [];
      for (let round = 0; round < rounds; round += 1) killedAfter.push(await closeUntilKilled(portal));
      const isMidway = killedAfter.filter((count) => count > 0 && count < companies).length;
      verdict.expect(isMidway > 0, 'no kill came before the last invoice');
      const code = await closePeriod(portal).ended;
      verdict.expect(code === 0, `the last run ended with ${code}`);
      const invoices = await judge(portal, { companies, verdict });
      return { rounds, counts: { invoices, 'kills in the middle': isMidway } };
    });
  },
};

/** With paid runs in the last month. */
async function makeCompanies(portal: Portal, count: number): Promise<void> {
  await withOwner(portal, (client) =>
    client.query(
      `with company as (
          insert into companies (name, created_at, address_1, city, country)
          select 'Billed ' || n, now() - interval '3 months', 'Street 1', 'Tallinn', 'Estonia' from generate_series(1, $1) n returning id),
        reported as (
          insert into reported_skills (company_id, name, name_key) select id, 'Skill 1', 'skill 1' from company
          returning company_id, number)
      insert into usage_daily (company_id, day, skill_number, price_ten_thousandths, requests)
      select company_id, (date_trunc('month', now()) - interval '10 days')::date, number, ${price}, ${requests} from reported`,
      [count],
    ),
  );
}

function closePeriod({ dataDir }: Portal) {
  const env = { ...process.env, DATA_DIR: dataDir, PERIOD_CLOSE_GRACE_DAYS: '0' };
  const child = spawn(process.execPath, ['server/commands/money/close-period.ts'], {
    cwd: rootDir,
    env,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit').then(([code]: unknown[]) => code as number | null);
  return { child, ended };
}

/** Kills the command a moment after its first invoice; answers how many invoices there are then. */
async function closeUntilKilled(portal: Portal): Promise<number> {
  const before = await countInvoices(portal);
  const { child, ended } = closePeriod(portal);
  while (child.exitCode === null && (await countInvoices(portal)) === before) await sleep(pollMs);
  await sleep(Math.random() * maxPauseMs);
  child.kill('SIGKILL');
  await ended;
  return countInvoices(portal);
}

const ofCompanies = `from invoices i join companies c on c.id = i.company_id and c.name like 'Billed %'`;

function countInvoices(portal: Portal): Promise<number> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count ${ofCompanies}`);
    return rows[0]?.count ?? 0;
  });
}

/** Answers how many invoices there are. */
async function judge(portal: Portal, { companies, verdict }: { companies: number; verdict: Verdict }): Promise<number> {
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ companyId: string; key: string | null; total: number; number: number }>(
      `select i.company_id as "companyId", i.pdf_key as key, i.total_ten_thousandths::float8 as total,
        i.series_number as number ${ofCompanies}`,
    ),
  );
  const billed = new Set(rows.map(({ companyId }) => companyId));
  verdict.expect(billed.size === companies, `${companies - billed.size} companies have no invoice`);
  verdict.expect(rows.length === companies, `${rows.length - billed.size} invoices are doubled`);
  const files = await openLocalFiles(join(portal.dataDir, 'files'));
  const numbers = rows.map(({ number }) => number).toSorted((one, other) => one - other);
  const [first = 1] = numbers;
  verdict.expect(
    numbers.every((number, index) => number === first + index),
    'the numbers of the series have a gap',
  );
  for (const { companyId, key, total } of rows) {
    verdict.expect(total === net + getVatAmount(net, vatRate), `an invoice has a total of ${total} ten-thousandths`);
    const pdf = key === null ? undefined : await files.find({ companyId, key });
    const isPdf = pdf !== undefined && Buffer.from(pdf.bytes).subarray(0, 5).toString('latin1') === '%PDF-';
    verdict.expect(isPdf, 'an invoice has no PDF');
  }
  return rows.length;
}
