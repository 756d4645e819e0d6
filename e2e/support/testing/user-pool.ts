import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { socketUrl } from '../../../server/database/connection/connection.ts';
import { embeddedOwner } from '../../../server/database/embedded/cluster.ts';
import { readPidFile } from '../../../server/database/embedded/pid-file.ts';
import { createCall, makePoolUser } from '../../../server/outside/identity/testing/cognito-emulator.ts';
import { paths } from '../../../web/paths.ts';
import { callAs, createCompany, newWord } from '../people.ts';

/** Password of users that are created at the pool. */
export const poolPassword = 'Pool-secret-2026!';

/** The emulated user pool that the product may call. */
export function getPool() {
  const pool = inject('userPool');
  if (!pool) throw new Error('This journey needs a product of its own.');
  return pool;
}

/** Verifies a domain as its record would, which no name server of a test has. */
export async function verifyDomain(domain: string): Promise<void> {
  const noted = await readPidFile(join(inject('productDataDir'), 'postgres', 'cluster'));
  const database = new pg.Client({ connectionString: socketUrl(noted?.socket ?? '', embeddedOwner, 'steward') });
  await database.connect();
  await database.query('update sign_in_domains set proven_at = now() where domain = $1', [domain]);
  await database.end();
}

/** A company whose users sign in by the pool, with a domain of its own, and the API as its SuperAdmin calls it. */
export async function createPoolCompany() {
  const [founder, domain] = [await createCompany(), `${newWord()}.example`];
  const send = await callAs(founder.email, founder.password);
  const { userPoolId, clientId, clientSecret } = getPool();
  const provider = { kind: 'cognito', region: 'eu-central-1', userPoolId, clientId, clientSecret, domains: [domain] };
  await send('PUT', '/company/single-sign-on', { ...provider, isDemanded: false, breakGlass: [] });
  await verifyDomain(domain);
  return { founder, domain, send };
}

/** A user of the pool, with a lasting password or a temporary one. */
export const createPoolUser = (email: string, isTemporary = false) =>
  makePoolUser(createCall(getPool().endpoint), getPool(), { email, password: poolPassword, isTemporary });

export const deletePoolUser = (email: string) =>
  createCall(getPool().endpoint)('AdminDeleteUser', { UserPoolId: getPool().userPoolId, Username: email });

/** The form of a user whom the company adds. */
export const toUserForm = (email: string) => ({
  email,
  firstName: 'Ann',
  lastName: 'Long',
  company: 'Acme',
  sapId: 'ANN',
  roles: ['User'],
});

/** Gives address and password on the log-in page, on the way to the page _Security_. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto(paths.security());
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
