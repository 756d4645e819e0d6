import type pg from 'pg';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import { tableFacts } from '../tables/tables.ts';
import { listTables, quoteColumns, quoteName, type CopiedTable } from './catalogue.ts';
import { ofAccounts } from './company-line-filter.ts';
import { bindOwner, listCompanyTables, type CompanyTable } from './company-tables.ts';
import { listInOrder, lockLedger } from './erase-company.ts';
import { withOwner } from './owner-connection.ts';
import { copyRows, sameText, type Ends } from './row-changes.ts';

const companies = 'public.companies';
const users = 'public.users';

/** Columns of a company that are those of today: whether it works is decided by the provider once it has looked. */
const stateColumns = [
  'is_provider',
  'status',
  'version',
  'created_at',
  'suspended_from',
  'suspension_reason',
  'suspension_mailed',
  'deletion_due_at',
  'deletion_reason',
  'deletion_suspends',
];

export interface Return {
  readonly companyId: string;
  /** The database that holds rows of this company alone. */
  readonly scratchUrl: string;
  readonly ownerUrl: string;
  /** Accounts of its users that return with it. */
  readonly accountIds: readonly string[];
  /** Whether the rows of today give way; else there are none. */
  readonly isInPlace: boolean;
  readonly now: Date;
  /** Called before anything is written, with the company locked. @throws where it differs from what was checked before */
  readonly confirm: () => Promise<void>;
  readonly stop?: AbortSignal | undefined;
}

/** Rows that were written, by table. */
export type Returned = Readonly<Record<string, number>>;

/**
 * Copies a company into a database that works on, in one transaction that sees and writes rows of no other company. Number and sum
 * of the rows of each table are compared before it ends.
 * @throws DatabaseRefused with one line for the operator
 */
export function returnCompany(given: Return): Promise<Returned> {
  const { companyId, scratchUrl, ownerUrl, stop } = given;
  return withOwner(
    scratchUrl,
    async (source) => {
      await begin(source, companyId);
      return withOwner(ownerUrl, (target) => copyCompany({ source, target }, given), stop);
    },
    stop,
  );
}

async function begin(client: pg.Client, companyId: string): Promise<void> {
  await client.query(`begin; ${sameText}`);
  await bindOwner(client, companyId);
}

interface ClientEnds extends Ends {
  readonly source: pg.Client;
  readonly target: pg.Client;
}

async function copyCompany(ends: ClientEnds, given: Return): Promise<Returned> {
  const { source, target } = ends;
  const { companyId, isInPlace } = given;
  await makeMonths(ends);
  await begin(target, companyId);
  // Writers of its rows wait for their foreign key. Where it was deleted, there is none to lock.
  await target.query('select from companies where id = $1 for update', [companyId]);
  await given.confirm();
  const tables = await listCompanyTables(target);
  const returned: Record<string, number> = {};
  try {
    if (isInPlace) await deleteReplaced(target, companyId);
    await returnAccounts(ends, given.accountIds);
    await copyRow(ends, companyId, isInPlace);
    for (const table of (await listInOrder(source)).toReversed()) {
      const own = tables.find(({ name }) => name === table.name);
      if (!own || own.name === companies || !isReturned(own, isInPlace)) continue;
      returned[own.name] = await returnRows(ends, own, given);
    }
    await settleCompany(target);
  } catch (error) {
    throw describeConflict(error);
  }
  // Its files would be deleted once more otherwise.
  await target.query('delete from company_deletions where id = $1', [companyId]);
  await target.query('commit');
  return returned;
}

const factsOf = ({ name }: CopiedTable) => tableFacts[name.replace(/^public\./, '')];

function isReturned(table: CopiedTable, isInPlace: boolean): boolean {
  const restored = factsOf(table)?.restored;
  return restored === 'replaced' || restored === 'added' || (restored === 'kept' && !isInPlace);
}

/** Partitions are made before, because that waits for others. */
async function makeMonths({ source, target }: ClientEnds): Promise<void> {
  const { rows } = await source.query<{ month: string }>(
    `select distinct to_char(date_trunc('month', started_at at time zone 'UTC'), 'YYYY-MM-DD') as month
      from conversation_partitions order by 1`,
  );
  for (const { month } of rows) await target.query('select make_month_partitions($1)', [month]);
}

async function deleteReplaced(target: pg.Client, companyId: string): Promise<void> {
  await lockLedger(target, companyId);
  for (const table of await listInOrder(target)) {
    if (table.name === companies || factsOf(table)?.restored !== 'replaced') continue;
    await target.query(`delete from ${quoteName(table.name)} where ${quoteColumns([table.companyColumn])} = $1`, [
      companyId,
    ]);
  }
}

/** Through a table of this connection, because COPY does not pass the wall. */
async function returnRows(ends: ClientEnds, table: CompanyTable, given: Return): Promise<number> {
  const { source, target } = ends;
  const { companyId, isInPlace } = given;
  const columns = quoteColumns(table.columns);
  const name = quoteName(table.name);
  await target.query(`create temp table returning_rows on commit drop as select ${columns} from ${name} with no data`);
  const copied = await copyRows(ends, `select ${columns} from ${name}`, `returning_rows (${columns})`);
  if (table.name === users) await resetUsers(target, isInPlace);
  if (table.name === 'public.intake_keys') await revokeKeys(target, given.now);
  const isAdded = isInPlace && factsOf(table)?.restored === 'added';
  const { rowCount } = await target.query(
    `insert into ${name} (${columns}) overriding system value select ${columns} from returning_rows
      where ${quoteColumns([table.companyColumn])} = $1 ${isAdded ? 'on conflict do nothing' : ''}`,
    [companyId],
  );
  await target.query('drop table returning_rows');
  const written = rowCount ?? 0;
  if (isAdded) return written;
  if (written !== copied) throw new DatabaseRefused(`${table.name} has rows of another company: nothing was restored.`);
  if (table.name === users || table.name === 'public.intake_keys') return written;
  const [before, after] = [await sumOwn(source, table, companyId), await sumOwn(target, table, companyId)];
  if (before.rows === after.rows && before.sum === after.sum) return written;
  throw new DatabaseRefused(`The rows of ${table.name} are not those of the backup: nothing was restored.`);
}

/** Who is gone since, or was never there, returns without a way in. */
const resetUsers = (target: pg.Client, isInPlace: boolean) =>
  isInPlace ? target.query('update returning_rows set deactivated_at = coalesce(deactivated_at, now())') : undefined;

/** A later revocation of one is not known. */
const revokeKeys = (target: pg.Client, now: Date) =>
  target.query('update returning_rows set revoked_at = coalesce(revoked_at, $1)', [now]);

async function sumOwn(client: pg.Client, table: CompanyTable, companyId: string) {
  const { rows } = await client.query<{ readonly rows: number; readonly sum: string }>(
    `select count(*)::float8 as rows,
        coalesce(sum(hashtextextended(row(${quoteColumns(table.columns)})::text, 0)), 0)::text as sum
      from ${quoteName(table.name)} where ${quoteColumns([table.companyColumn])} = $1`,
    [companyId],
  );
  return rows[0] ?? { rows: 0, sum: '0' };
}

/** The company comes first where it is gone, without its contacts, who are users, and suspended. */
async function copyRow(ends: ClientEnds, companyId: string, isInPlace: boolean): Promise<void> {
  const { target } = ends;
  const columns = await listColumns(target);
  await target.query('create temp table returning_company on commit drop as select * from companies with no data');
  const names = quoteColumns(columns);
  await copyRows(ends, `select ${names} from companies`, `returning_company (${names})`);
  if (isInPlace) return;
  const values = columns.map((column) => firstValues[column] ?? quoteColumns([column])).join(', ');
  await target.query(`insert into companies (${names}) select ${values} from returning_company where id = $1`, [
    companyId,
  ]);
}

/** Values of a company that returns, until the provider has looked at it. */
const firstValues: Readonly<Record<string, string>> = {
  primary_contact_id: 'null',
  secondary_contact_id: 'null',
  is_provider: 'false',
  suspended_from: `case when status = 'active' then now() end`,
  suspension_reason: `case when status = 'active' then 'Restored from a backup' end`,
  suspension_mailed: `status = 'active'`,
  deletion_due_at: 'null',
  deletion_reason: 'null',
  deletion_suspends: 'false',
};

/** Its fields, and its contacts once they are there. */
async function settleCompany(target: pg.Client): Promise<void> {
  const columns = (await listColumns(target)).filter((name) => name !== 'id' && !stateColumns.includes(name));
  const assigned = columns.map((column) => `${quoteColumns([column])} = r.${quoteColumns([column])}`).join(', ');
  await target.query(
    `update companies c set ${assigned}, version = c.version + 1 from returning_company r where c.id = r.id`,
  );
  await target.query('drop table returning_company');
}

const listColumns = async (client: pg.Client): Promise<readonly string[]> =>
  (await listCompanyTables(client)).find(({ name }) => name === companies)?.columns ?? [];

const accounts = 'identity.accounts';

/** Accounts of persons who have none any more: with their second factors, and without a password, which they set by a mail. */
async function returnAccounts(ends: ClientEnds, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const { target } = ends;
  const tables = (await listTables(target)).filter(({ name }) => name === accounts || ofAccounts.includes(name));
  const ids = accountIds.map((id) => `'${id}'`).join(', ');
  for (const table of tables) {
    const columns = quoteColumns(table.columns);
    const name = quoteName(table.name);
    const key = table.name === accounts ? 'id' : 'account_id';
    await target.query(
      `create temp table returning_rows on commit drop as select ${columns} from ${name} with no data`,
    );
    await copyRows(ends, `select ${columns} from ${name} where ${key} in (${ids})`, `returning_rows (${columns})`);
    if (table.name === accounts) {
      await target.query(
        'update returning_rows set pending_email = null, must_change_password = false, temporary_until = null',
      );
    }
    await target.query(`insert into ${name} (${columns}) select ${columns} from returning_rows on conflict do nothing`);
    await target.query('drop table returning_rows');
  }
  await target.query(
    `insert into identity.credentials (account_id, provider_id, provider_account_id)
      select id, 'credential', id::text from identity.accounts where id = any ($1)`,
    [accountIds],
  );
}

function describeConflict(error: unknown): unknown {
  const { code, constraint = '' } = findPostgresError(error) ?? {};
  if (code !== '23505') return error;
  return new DatabaseRefused(
    `Something of the company belongs to another one by now (${constraint}), such as a domain of single sign-on: take it away there first.`,
    { cause: error },
  );
}
