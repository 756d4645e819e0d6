import { expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { Bill } from '#features/billing/contract/bill.ts';
import type { SkillRequests } from '#features/dashboard/contract/analytics.ts';
import { costDimensionNames } from '#features/money/contract/costs/cost-dimensions.ts';
import type { Costs } from '#features/money/contract/costs/costs.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { ledgerAccounts } from '#features/receivables/contract/journal/ledger-accounts.ts';
import { readConfig } from '#server/config/config.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { listCloses } from '../close/closes.service.ts';
import { closePeriods } from './close-period.service.ts';
import { getModelVat, type ModelPart } from './testing/ledger-model.ts';
import { makeRandomLedger, type CallAsProvider, type RandomLedger } from './testing/random-ledger.ts';
import { toLaterMonth } from './testing/random-terms.ts';

const ledgers = Number(process.env['RANDOM_LEDGERS'] ?? 5);
/** The seed of the first one, for parts of a long run. */
const firstSeed = Number(process.env['FIRST_LEDGER'] ?? 1);
const monthCount = 3;
/** Ledgers that live at the same time. */
const batchSize = 20;
const dayMs = 86_400_000;

// In the past, because partitions for months to come are made by real time.
const first = toLaterMonth(new Date().toISOString(), -monthCount - 1);
const rates = [
  { validFrom: '', rate: 20_000n },
  { validFrom: `${toLaterMonth(first, 1)}-15`, rate: 25_500n },
];
const settings = { PROVIDER_VAT_PERCENT: `20;${toLaterMonth(first, 1)}-15=25.5` };
const portal = useTestPortal(settings);
const months = Array.from({ length: monthCount }, (_, place) => toLaterMonth(first, place));
const present = toLaterMonth(first, monthCount);

const toCents = (euros: number) => BigInt(Math.round(euros * 100)) * 100n;
const addUp = (amounts: readonly number[]) => amounts.reduce((sum, euros) => sum + toCents(euros), 0n);
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);

const closing = () => ({
  database: portal().database,
  files: portal().adapters.files,
  provider: { ...readConfig(settings).provider, graceDays: 0 },
  workers: portal().adapters.workers,
  clock: portal().clock,
});

const moveTo = (day: string) => portal().clock.advance(Date.parse(`${day}T14:00:00Z`) - portal().clock.now().getTime());

/** Calls as the provider, with a session of now. */
async function signIn(user: TestUser): Promise<CallAsProvider> {
  const as = { ...user, token: await portal().fetchToken(await portal().signIn(user.email)) };
  return (companyId, path, body) =>
    portal().call(path, { as, headers: { 'x-company': companyId }, ...(body && { method: 'POST', body }) });
}

async function get<Body>(call: CallAsProvider, companyId: string, path: string): Promise<Body> {
  const { status, body } = await call(companyId, path);
  expect([path, status]).toEqual([path, 200]);
  return body as Body;
}

/** The figures of a month as pages and dashboard show them, beside those of the model. */
async function compareMonth(call: CallAsProvider, ledger: RandomLedger, month: string): Promise<bigint> {
  const { companyId, model, name } = ledger;
  const usage = await get<Usage>(call, companyId, `/company/skills/usage?period=${month}`);
  const range = new URLSearchParams({ from: usage.period.start, to: usage.period.end });
  const skills = await get<SkillRequests[]>(call, companyId, `/analytics/skill-requests?${range}`);
  const owners: [string, bigint][] = [];
  for (const by of costDimensionNames) {
    const { data } = await get<Costs>(call, companyId, `/company/usage/costs?by=${by}&period=${month}`);
    owners.push([by, addUp(data.map(({ total }) => total))]);
  }
  const cost = model.getCost(month);
  const fees = model.getFees(month);
  expect({
    name,
    month,
    requests: usage.requests,
    usage: toCents(usage.total),
    rows: addUp(usage.data.map(({ total }) => total)),
    days: addUp(usage.days.map(({ total }) => total)),
    fees: toCents(usage.fees),
    feesOfRows: addUp(usage.data.map(({ terms }) => terms?.baseFee ?? 0)),
    owners,
    dashboard: addUp(skills.map((each) => each.cost ?? 0)),
  }).toEqual({
    name,
    month,
    requests: model.getRequests(month),
    usage: cost,
    rows: cost,
    days: cost,
    fees,
    feesOfRows: fees,
    owners: costDimensionNames.map((by) => [by, cost]),
    dashboard: cost,
  });
  return cost;
}

/** A part of nothing says nothing. */
const isShown = ({ net }: ModelPart) => net !== 0n;
const toPart = ({ treatment, rate, net, amount }: ModelPart) => `${treatment} ${rate} ${net} ${amount}`;

/** The VAT of a paper that bills usage is that of the model, on the sums of its lines. */
function compareVat({ vat }: RandomLedger, { invoiceId, lines, vat: shown, total }: InvoiceDetails): void {
  const sign = total < 0 ? -1n : 1n;
  const parts = getModelVat(
    vat,
    lines.map((line) => ({ month: line.period ?? '', net: toCents(line.total) })),
  );
  const shownParts = (shown?.parts ?? []).map(({ treatment, percent, net, amount }) => ({
    treatment,
    rate: BigInt(Math.round(percent * 1000)),
    net: toCents(net),
    amount: toCents(amount),
  }));
  const [found, expected] = [shownParts, parts].map((each) => each.filter(isShown).map(toPart).toSorted());
  expect([invoiceId, found]).toEqual([invoiceId, expected]);
  expect([invoiceId, sign * toCents(total)]).toEqual([
    invoiceId,
    sumOf(parts.flatMap(({ net, amount }) => [net, amount])),
  ]);
}

interface Papers {
  /** Net that invoices have billed that were not given back, by the month of their lines. */
  readonly billed: ReadonlyMap<string, bigint>;
  /** Net of invoices that were wholly given back, less that of all credit notes. */
  readonly rest: bigint;
  readonly details: readonly InvoiceDetails[];
}

async function readPapers(call: CallAsProvider, ledger: RandomLedger): Promise<Papers> {
  const list = await get<Invoice[]>(call, ledger.companyId, '/company/billing');
  const billed = new Map<string, bigint>();
  const details: InvoiceDetails[] = [];
  for (const { _id, kind, status } of list) {
    const paper = await get<InvoiceDetails>(call, ledger.companyId, `/company/billing/${_id}`);
    const { lines, vat } = paper;
    details.push(paper);
    expect(addUp(lines.map(({ total }) => total))).toBe(toCents(vat?.net ?? 0));
    if (lines.every(({ period }) => period !== null)) compareVat(ledger, paper);
    if (kind === 'creditNote' || status === 'Credited') continue;
    for (const { period, total } of lines) billed.set(period ?? '', (billed.get(period ?? '') ?? 0n) + toCents(total));
  }
  const net = (papers: readonly InvoiceDetails[]) => sumOf(papers.map(({ vat }) => toCents(vat?.net ?? 0)));
  const [notes = [], invoices = []] = [true, false].map((isNote) =>
    details.filter(({ kind }) => (kind === 'creditNote') === isNote),
  );
  const credited = invoices.filter(({ status }) => status === 'Credited');
  return { billed, rest: net(credited) - net(notes), details };
}

type Row = Readonly<Record<string, unknown>>;
const revenue = (['domestic', 'reverseCharge', 'outsideUnion', 'exempt'] as const).map((name) => ledgerAccounts[name]);

/** The postings of the papers: each balances, with their nets, VAT and totals. Answers the net of them all. */
function compareJournal(rows: ReadonlyMap<string, readonly Row[]>, { details }: Papers): bigint {
  const nets = details.map(({ invoiceId, vat, total }) => {
    const sign = total < 0 ? -1n : 1n;
    const balanceOf = (accounts: ReadonlyArray<{ number: string }>) =>
      sumOf(
        (rows.get(invoiceId) ?? [])
          .filter((row) => accounts.some(({ number }) => number === row['account']))
          .map((row) => toCents(Number(row['credit'])) - toCents(Number(row['debit']))),
      );
    const { receivable, vat: vatAccount, rounding } = ledgerAccounts;
    const net = balanceOf(revenue);
    expect([invoiceId, net, balanceOf([vatAccount]), balanceOf([rounding]), balanceOf([receivable])]).toEqual([
      invoiceId,
      sign * toCents(vat?.net ?? 0),
      sign * toCents(vat?.amount ?? 0),
      sign * toCents(vat?.rounding ?? 0),
      -toCents(total),
    ]);
    return net;
  });
  return sumOf(nets);
}

/** A month lives on: runs and reservations, then its close, credit notes and months that are issued again. */
async function liveMonth(made: readonly RandomLedger[], month: string, provider: TestUser): Promise<void> {
  for (let step = 0; step < 5; step += 1) {
    await Promise.all(made.map((each) => each.live()));
    portal().clock.advance(5 * dayMs);
  }
  await Promise.all(made.map((each) => each.settleAll()));
  moveTo(`${toLaterMonth(month, 1)}-02`);
  const call = await signIn(provider);
  for (const each of made) {
    await closePeriods(closing(), each.companyId);
    await each.correct(call);
  }
}

async function compareAtEnd(made: readonly RandomLedger[], call: CallAsProvider, provider: TestUser): Promise<number> {
  const days = { from: `${first}-01`, to: `${toLaterMonth(present, 2)}-28`, format: 'jsonl' };
  const { status, body } = await call(provider.companyId, '/exports/journal', days);
  expect(status).toBe(200);
  const rows = String(body).split('\n').slice(0, -1);
  const journal = Map.groupBy(
    rows.map((line) => JSON.parse(line) as Row),
    (row) => String(row['document']),
  );
  let papers = 0;
  for (const each of made) {
    const read = await readPapers(call, each);
    papers += read.details.length;
    const due: bigint[] = [];
    for (const month of [...months, present]) {
      const cost = await compareMonth(call, each, month);
      due.push(cost + each.model.getFees(month));
      expect([each.name, month, read.billed.get(month) ?? 0n]).toEqual([each.name, month, due.at(-1)]);
    }
    expect([each.name, compareJournal(journal, read)]).toEqual([each.name, sumOf(due) + read.rest]);
  }
  const { companies } = await listCloses(closing(), undefined);
  const unbilled = companies.filter(({ id }) => made.some(({ companyId }) => companyId === id));
  expect(unbilled.map(({ months: open }) => open)).toEqual([]);
  return papers;
}

test(
  `${ledgers} random ledgers with tiers, quotas, fees, changes of prices and VAT, late reports and credit notes: every sum is the model's`,
  { timeout: 3_600_000 },
  async () => {
    const { superAdmin } = await portal().makeCompany({ isProvider: true });
    let papers = 0;
    for (let done = 0; done < ledgers; done += batchSize) {
      moveTo(`${first}-02`);
      const seeds = Array.from({ length: Math.min(batchSize, ledgers - done) }, (_, place) =>
        String(firstSeed + done + place),
      );
      const made = await Promise.all(
        seeds.map((seed) => makeRandomLedger(portal(), { seed, first, months: monthCount, rates })),
      );
      for (const month of months) await liveMonth(made, month, superAdmin);
      // Reported after every month was closed; the month after it bills what is late.
      await Promise.all(made.map((each) => each.live().then(each.settleAll)));
      const now = await signIn(superAdmin);
      for (const each of made) {
        const bill = await get<Bill>(now, each.companyId, '/company/bill');
        expect(toCents(bill.open.fees)).toBe(each.model.getFees(present));
        expect(toCents(bill.open.skills)).toBe(await compareMonth(now, each, present));
      }
      moveTo(`${toLaterMonth(present, 1)}-02`);
      const later = await signIn(superAdmin);
      for (const each of made) {
        await each.issueAll(later);
        await closePeriods(closing(), each.companyId);
      }
      papers += await compareAtEnd(made, later, superAdmin);
    }
    process.stdout.write(
      `random ledgers: ${ledgers} ledgers, ${papers} papers, ${ledgers * (monthCount + 1)} months\n`,
    );
  },
);
