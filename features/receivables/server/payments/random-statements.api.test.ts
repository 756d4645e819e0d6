import { expect, test } from 'vitest';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { preparePayments, providerIban } from './testing/payments-kit.ts';
import {
  createWorld,
  judgePayments,
  type AssignedCents,
  type TrueInvoice,
  type World,
} from './testing/random-statements.ts';
import { writeCamt } from './testing/write-camt.ts';

/** `STATEMENTS=300` for a run on demand. */
const count = Number(process.env['STATEMENTS'] ?? 20);
const seed = Number(process.env['SEED'] ?? 11);
const customerCount = 12;

const { portal, upload, makeCustomer } = preparePayments();

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

const listAssigned = () =>
  portal().database.inSystem('payments.match', (tx) =>
    runSql<AssignedCents>(
      tx,
      `select e.remittance as text, i.invoice_id as number, (p.amount_ten_thousandths / 100)::int as cents
      from payments p join bank_entries e on e.id = p.entry_id join invoices i on i.id = p.invoice_id where p.undone_at is null`,
    ),
  );

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
