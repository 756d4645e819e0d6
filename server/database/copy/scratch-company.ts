import type pg from 'pg';
import { DatabaseRefused } from '../connection/errors.ts';
import { bindOwner } from './company-tables.ts';
import { withOwner } from './owner-connection.ts';

/** A database with the rows of one company alone, and the one into which they return. */
export interface ReturnEnds {
  readonly companyId: string;
  readonly scratchUrl: string;
  readonly ownerUrl: string;
}

async function readRows<Row extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return withOwner(ownerUrl, async (client) => {
    await client.query('begin read only; set local app.backup = on');
    return (await client.query<Row>(text, values)).rows;
  });
}

/** The company as it is here today. */
export interface PresentCompany {
  readonly name: string;
  readonly isProvider: boolean;
  readonly isSuspended: boolean;
}

export async function findPresentCompany(ownerUrl: string, companyId: string): Promise<PresentCompany | undefined> {
  const text = `
    select name, is_provider as "isProvider", coalesce(suspended_from <= now(), false) as "isSuspended"
    from companies where id = $1`;
  return (await readRows<PresentCompany>(ownerUrl, text, [companyId]))[0];
}

/** Erasures of a company before its deletion; undefined where they were not recorded, or it was not deleted here. */
export async function findDeletedErasures(ownerUrl: string, companyId: string): Promise<unknown> {
  const text = `select facts->'erasures' as erasures from company_deletions where id = $1`;
  return (await readRows<{ erasures: unknown }>(ownerUrl, text, [companyId]))[0]?.erasures ?? undefined;
}

/**
 * Refuses rows of another installation, and those of before a paper that was issued: closing its month again would bill the same runs
 * under a second number.
 * @throws DatabaseRefused
 */
export async function checkReturn({ companyId, scratchUrl, ownerUrl }: ReturnEnds): Promise<void> {
  const keys = `select number || ' ' || made_at as key from audit_keys`;
  const known = (await readRows<{ key: string }>(ownerUrl, keys, [])).map(({ key }) => key);
  const given = await readRows<{ key: string }>(scratchUrl, keys, []);
  if (given.some(({ key }) => !known.includes(key))) {
    throw new DatabaseRefused('The backup is of another installation: restore it whole, into an empty one.');
  }
  const papers = `
    select number from issued_numbers where company_id = $1
    union select invoice_id from archived_invoices where customer_id = $1`;
  const before = (await readRows<{ number: string }>(scratchUrl, papers, [companyId])).map(({ number }) => number);
  const later = (await readRows<{ number: string }>(ownerUrl, papers, [companyId])).filter(
    ({ number }) => !before.includes(number),
  );
  if (later.length === 0) return;
  throw new DatabaseRefused(
    `Papers were issued to the company after this backup (${later.map(({ number }) => number).join(', ')}): take a later one.`,
  );
}

/** Deletes users of a database that holds nothing else. */
export async function deleteScratchUsers(scratchUrl: string, companyId: string, ids: readonly string[]): Promise<void> {
  await withOwner(scratchUrl, async (client) => {
    await client.query('begin');
    await bindOwner(client, companyId);
    await client.query('alter table users disable trigger user');
    await client.query('delete from log_views where owner_id = any ($1)', [ids]);
    await client.query('delete from users where id = any ($1)', [ids]);
    await client.query('alter table users enable trigger user');
    await client.query('commit');
  });
}

interface Account {
  readonly id: string;
  readonly email: string;
}

/**
 * Lets the users belong to the accounts of today, by id or else by address, and drops those who are here under another id.
 * @returns the accounts that return, because their persons have none any more
 */
export async function matchPersons(ends: ReturnEnds): Promise<string[]> {
  const { companyId, scratchUrl, ownerUrl } = ends;
  await withOwner(scratchUrl, async (client) => {
    await client.query('begin');
    await bindOwner(client, companyId);
    await moveToPresent(client, ownerUrl);
    await client.query('commit');
  });
  const users = 'select id, account_id as "accountId", lower(email) as email from users where company_id = $1';
  const present = await readRows<User>(ownerUrl, users, [companyId]);
  const given = await readRows<User>(scratchUrl, users, [companyId]);
  const isOther = (user: User) =>
    !present.some(({ id }) => id === user.id) &&
    present.some(({ accountId, email }) => accountId === user.accountId || email === user.email);
  const others = given.filter(isOther).map(({ id }) => id);
  if (others.length > 0) await deleteScratchUsers(scratchUrl, companyId, others);
  const needed = given.filter(({ id }) => !others.includes(id)).map(({ accountId }) => accountId);
  const text = 'select id from identity.accounts where id = any ($1)';
  const found = (await readRows<{ id: string }>(ownerUrl, text, [needed])).map(({ id }) => id);
  return [...new Set(needed)].filter((id) => !found.includes(id));
}

interface User extends Account {
  readonly accountId: string;
}

async function moveToPresent(client: pg.Client, ownerUrl: string): Promise<void> {
  const { rows: given } = await client.query<Account>('select id, email from identity.accounts');
  const text = 'select id, email from identity.accounts where id = any ($1) or email = any ($2)';
  const present = await readRows<Account>(ownerUrl, text, [given.map(({ id }) => id), given.map(({ email }) => email)]);
  for (const account of given) {
    if (present.some(({ id }) => id === account.id)) continue;
    const other = present.find(({ email }) => email === account.email);
    if (!other) continue;
    await client.query(`update identity.accounts set email = 'moved ' || id where id = $1`, [account.id]);
    await client.query(
      'insert into identity.accounts (id, email, name) values ($1, $2, $2) on conflict (id) do nothing',
      [other.id, other.email],
    );
    await client.query('update users set account_id = $2 where account_id = $1', [account.id, other.id]);
  }
}
