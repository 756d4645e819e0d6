import type pg from 'pg';
import { quoteColumns, quoteName } from './catalogue.ts';
import { bindOwner, listCompanyTables, type CompanyTable } from './company-tables.ts';
import { takeCopiedTurn } from '../distribution/copied-rows.ts';
import { isDistributed } from '../distribution/distribute.ts';
import { withOwner } from './owner-connection.ts';

/** Numbers of rows and accounts that the deletion of a company removed. */
export interface ErasedRows {
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Accounts of persons who have no other company. */
  readonly accounts: number;
}

interface Erasure {
  readonly companyId: string;
  readonly now: Date;
  /** Kept with the rows that were removed, for the certificate. */
  readonly facts: object;
}

/**
 * Deletes every row of a company whose deletion is due, in one transaction that also records it: a stop half-way leaves all
 * or nothing. Undefined where its deletion is not due any more.
 */
export function eraseCompany(ownerUrl: string, { companyId, now, facts }: Erasure): Promise<ErasedRows | undefined> {
  return withOwner(ownerUrl, async (client) => {
    await client.query('begin; set local statement_timeout = 0; set local app.backup = on');
    if (await isDistributed(client)) await takeCopiedTurn(client);
    await bindOwner(client, companyId);
    const { rows } = await client.query<{ name: string }>(
      'select name from companies where id = $1 and deletion_due_at <= $2',
      [companyId, now],
    );
    if (!rows[0]) return undefined;
    const erased = await eraseRows(client, companyId);
    await client.query('insert into company_deletions (id, company_name, deleted_at, facts) values ($1, $2, $3, $4)', [
      companyId,
      rows[0].name,
      now,
      { ...facts, ...erased },
    ]);
    await client.query('commit');
    return erased;
  });
}

const companies = 'public.companies';

async function eraseRows(client: pg.Client, companyId: string): Promise<ErasedRows> {
  await lockLedger(client, companyId);
  const accountIds = await listAccounts(client, companyId);
  const tables: Record<string, number> = {};
  for (const { name, companyColumn } of await listInOrder(client)) {
    const text = `delete from ${quoteName(name)} where ${quoteColumns([companyColumn])} = $1`;
    tables[name.replace(/^public\./, '')] = (await client.query(text, [companyId])).rowCount ?? 0;
  }
  // In two statements: a distributed PostgreSQL does not join accounts with users in one that deletes.
  const { rows: used } = await client.query<{ id: string }>(
    'select distinct account_id as id from users where account_id = any ($1)',
    [accountIds],
  );
  const unused = accountIds.filter((id) => !used.some((each) => each.id === id));
  const accounts = await client.query<{ email: string }>(
    'delete from identity.accounts where id = any ($1) returning email',
    [unused],
  );
  await client.query('delete from identity.sessions where sign_in_company_id = $1', [companyId]);
  const { rows } = await client.query<{ exist: boolean }>(`select to_regclass('pgboss.job') is not null as exist`);
  // Mails that wait to be sent, of the company and of accounts that are gone.
  if (rows[0]?.exist) {
    await client.query(
      `delete from pgboss.job where data->>'companyId' = $1
        or name = 'mail.send' and data->>'companyId' is null and lower(data->'to'->>'address') = any ($2)`,
      [companyId, accounts.rows.map(({ email }) => email)],
    );
  }
  return { tables, accounts: accounts.rowCount ?? 0 };
}

/**
 * Waits for writers of the ledger, whose rows have no foreign key that would refuse them afterwards. From a table of the company,
 * because a distributed PostgreSQL runs it on the company's server then, where those writers lock.
 */
export async function lockLedger(client: pg.Client, companyId: string): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock(hashtextextended($1::text, 7283914005) + 0 * count(*)) from company_limits
      where company_id = $1::uuid`,
    [companyId],
  );
}

async function listAccounts(client: pg.Client, companyId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select account_id as id from users where company_id = $1', [
    companyId,
  ]);
  return rows.map(({ id }) => id);
}

/** Every table before those that its foreign keys name; the companies last, whose contacts are users. */
export async function listInOrder(client: pg.Client): Promise<CompanyTable[]> {
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `select f.relnamespace::regnamespace::text || '.' || f.relname as from,
        t.relnamespace::regnamespace::text || '.' || t.relname as to
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and f.oid <> t.oid`,
  );
  const all = await listCompanyTables(client);
  const ordered: CompanyTable[] = [];
  let left = all.filter(({ name }) => name !== companies);
  while (left.length > 0) {
    const isNamed = ({ name }: CompanyTable) =>
      keys.some(({ from, to }) => to === name && left.some((other) => other.name === from));
    const free = left.filter((table) => !isNamed(table));
    if (free.length === 0) throw new Error('The foreign keys of tables of companies form a circle.');
    ordered.push(...free);
    left = left.filter(isNamed);
  }
  return [...ordered, ...all.filter(({ name }) => name === companies)];
}
