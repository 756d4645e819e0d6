import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import type { EntryCandidate, StatementPreview } from '#features/receivables/contract/payments/payment-entries.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { preparePayments, providerIban } from './testing/payments-kit.ts';
import {
  createWorld,
  judgePayments,
  toReference,
  type AssignedCents,
  type TrueInvoice,
  type World,
} from './testing/random-statements.ts';
import { writeCamt, type WrittenEntry } from './testing/write-camt.ts';

/** `STATEMENTS=300` for a run on demand. */
const count = Number(process.env['STATEMENTS'] ?? 20);
const seed = Number(process.env['SEED'] ?? 11);
const customerCount = 12;

/** `INVOICES=100000 ENTRIES=10000 npx vitest run …` says how long each step takes. */
const invoiceCount = Number(process.env['INVOICES'] ?? 400);
const entryCount = Number(process.env['ENTRIES'] ?? 60);
const companyCount = Math.max(4, invoiceCount / 100);

const { portal, call, upload, makeCustomer } = preparePayments();

async function createInvoices(customers: readonly TestUser[], invoices: readonly TrueInvoice[]): Promise<void> {
  for (const [customer, { companyId }] of customers.entries()) {
    const own = invoices.filter((invoice) => invoice.customer === customer);
    await portal().database.inCompany(companyId, (tx) =>
      runSql(
        tx,
        `insert into invoices (company_id, invoice_id, reference, issue_date, due_date, total_ten_thousandths)
        select $1, number, reference, day, day + 14, cents::bigint * 100
        from unnest($2::text[], $3::text[], $4::int[], $5::date[]) as i (number, reference, cents, day)`,
        [
          companyId,
          own.map(({ number }) => number),
          own.map(({ reference }) => reference),
          own.map(({ cents }) => cents),
          own.map(({ day }) => day),
        ],
      ),
    );
  }
}

async function readStatements(world: World, customers: readonly TestUser[]): Promise<void> {
  let known = 0;
  for (let made = 0; made < count; made += 1) {
    const entries = world.writeEntries();
    await createInvoices(customers, world.invoices.slice(known));
    known = world.invoices.length;
    const version = (['02', '08', '13'] as const)[made % 3] ?? '02';
    const xml = writeCamt({ version, iban: providerIban, id: `R${made}`, entries });
    expect((await upload(xml)).body).toMatchObject({ isKnown: false });
    expect((await upload(xml)).body).toMatchObject({ isKnown: true });
  }
}

/** Entries are rows of the provider and payments those of its customers, which a distributed PostgreSQL does not join. */
const listAssigned = () =>
  portal().database.inSystem('payments.match', async (tx) => {
    const entries = await runSql<{ id: string; text: string }>(tx, 'select id, remittance as text from bank_entries');
    const texts = new Map(entries.map(({ id, text }) => [id, text]));
    const paid = await runSql<Omit<AssignedCents, 'text'> & { entry: string }>(
      tx,
      `select p.entry_id as entry, i.invoice_id as number, (p.amount_ten_thousandths / 100)::int as cents
      from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.undone_at is null and p.entry_id is not null`,
    );
    return paid.map(({ entry, ...each }): AssignedCents => ({ ...each, text: texts.get(entry) ?? '' }));
  });

const listPaid = async () => {
  const paid = await portal().database.inSystem('payments.match', (tx) =>
    runSql<{ number: string }>(tx, `select invoice_id as number from invoices where status = 'Paid'`),
  );
  return paid.map(({ number }) => number).toSorted();
};

test(
  `of ${count} statements no payment goes to another invoice than it means, and what names its invoice is found`,
  { timeout: 600_000 },
  async () => {
    const world = createWorld(seed, customerCount);
    const customers: TestUser[] = [];
    for (let made = 0; made < customerCount; made += 1) customers.push(await makeCustomer());
    await readStatements(world, customers);
    const { wrong, missed, payable, paid } = judgePayments(world, await listAssigned());
    expect([wrong, await listPaid()]).toEqual([[], paid]);
    expect(1 - missed / payable).toBeGreaterThanOrEqual(0.95);
  },
);

const toNumber = (place: number) => `L-2026-${String(place).padStart(6, '0')}`;
const toCents = (place: number) => 1000 + (place % 5000) * 10;

async function createMany(): Promise<void> {
  await portal().database.inSystem('demo.seed', (tx) =>
    runSql(tx, `insert into companies (name) select 'Large ' || n from generate_series(1, $1::int) n returning id`, [
      companyCount,
    ]),
  );
  const companies = await portal().database.inSystem('payments.match', (tx) =>
    runSql<{ id: string }>(tx, `select id from companies where name like 'Large %' order by name`),
  );
  for (const [company, { id }] of companies.entries()) {
    const places = Array.from({ length: invoiceCount }, (_, place) => place).filter(
      (place) => place % companies.length === company,
    );
    await portal().database.inCompany(id, (tx) =>
      runSql(
        tx,
        `insert into invoices (company_id, invoice_id, reference, issue_date, due_date, total_ten_thousandths)
        select $1, number, reference, '2026-11-01', '2026-11-15', cents::bigint * 100
        from unnest($2::text[], $3::text[], $4::int[]) as i (number, reference, cents)`,
        [id, places.map(toNumber), places.map((place) => toReference(toNumber(place))), places.map(toCents)],
      ),
    );
  }
}

/** Nine of ten payments name an invoice, by reference or in their text, and one names nothing. */
function writeMany(): WrittenEntry[] {
  const step = Math.floor(invoiceCount / entryCount);
  return Array.from({ length: entryCount }, (_, index) => {
    const place = index * step;
    const company = place % companyCount;
    const iban = `NL${String(10 + (company % 80))}ABNA${String(company).padStart(10, '0')}`;
    const bankReference = `B-${index}`;
    const kind = index % 10;
    if (kind === 9)
      return { bankReference, details: [{ cents: 7, iban, text: `Order of ${index} pieces, thank you` }] };
    if (kind < 4)
      return { bankReference, details: [{ cents: toCents(place), iban, reference: toReference(toNumber(place)) }] };
    return {
      bankReference,
      details: [{ cents: toCents(place), iban, text: `Invoice ${toNumber(place)}, our order 77/${index}` }],
    };
  });
}

const times: string[] = [];
async function time<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  times.push(`${step}: ${Math.round(performance.now() - start)} ms`);
  return result;
}

test(
  `a statement of ${entryCount} entries is matched among ${invoiceCount} open invoices, and candidates are found among them`,
  { timeout: 900_000 },
  async () => {
    await createMany();
    const xml = writeCamt({ iban: providerIban, id: 'large', entries: writeMany() });
    const preview = await time('preview', async () => {
      const answer = await call('/payments/statements/preview', { method: 'POST', body: xml });
      return answer.body as StatementPreview;
    });
    const named = Math.floor(entryCount * 0.9);
    expect(preview).toMatchObject({ matched: named, open: entryCount - named });
    expect((await time('record', () => upload(xml))).body).toMatchObject({ matched: named, open: entryCount - named });
    expect((await time('the same again', () => upload(xml))).body).toMatchObject({ isKnown: true });
    const { entries } = (await time('list', () => call('/payments/entries'))).body as { entries: { id: string }[] };
    const path = `/payments/entries/${entries[0]?.id}/candidates`;
    const list = async (search: string) => (await call(`${path}?search=${search}`)).body as EntryCandidate[];
    expect(await time('candidates', () => list(''))).toHaveLength(20);
    const last = toNumber(invoiceCount - 1);
    expect(await time('candidates by number', () => list(last))).toMatchObject([{ label: last }]);
    expect(await time('no candidate', () => list('nothing'))).toEqual([]);
    if (process.env['INVOICES'] !== undefined) process.stdout.write(`${times.join(', ')}\n`);
  },
);
