import { randomUUID } from 'node:crypto';
import { signChains } from '../../../background/audit-chain.ts';
import { createBackupRecord } from '../../../backup/whole/backups.repository.ts';
import { withOwner } from '../../../database/copy/owner-connection.ts';
import { makeCertificate } from '../../../outside/assistants/testing/certificates.ts';
import { vi } from 'vitest';
import type { Change } from '../../../testing/scraped-series.ts';
import { runSql } from '../../../testing/sql/run-sql.ts';
import { testPassword, type TestPortal, type TestUser } from '../../../testing/test-portal.ts';
import type { Mail } from '../../../outside/mail/mail.ts';

/** A portal with a company, its assistant, and what is changed by hand. */
export interface World {
  readonly portal: TestPortal;
  readonly superAdmin: TestUser;
  readonly headers: Readonly<Record<string, string>>;
  /** Codes that the mail server answers. */
  readonly mailServer: { atRecipient?: number };
  /** Lets its database take no connection, or again. */
  readonly setDatabase: (isUp: boolean) => Promise<void>;
}

export interface Break extends Change {
  /** Alerts that fire, and no other. */
  readonly alerts: readonly string[];
  /** Runs before the first scrape. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** Breaks the thing, and may answer what mends it after the second scrape. */
  readonly run: (world: World) => Promise<unknown>;
}

export const [second, minute, hour] = [1000, 60_000, 3_600_000];
export const mib = 1024 * 1024;

const ownerOf = ({ portal }: World) => portal.database.ownerUrl;
export const runAs = (world: World, statement: string) =>
  withOwner(ownerOf(world), (client) => client.query(statement));
export const inCompany = ({ portal, superAdmin }: World, text: string, values: readonly unknown[] = []) =>
  portal.database.inCompany(superAdmin.companyId, (tx) => runSql(tx, text, values));

/** Takes a table away until it is mended. */
export async function takeAway(world: World, table: string) {
  await runAs(world, `alter table ${table} rename to taken_away`);
  return () => runAs(world, `alter table taken_away rename to ${table}`);
}

/** Runs `work` while these tables are locked by another connection. */
export async function whileLocked(
  world: World,
  tables: string,
  work: (release: () => Promise<unknown>) => Promise<void>,
) {
  await withOwner(ownerOf(world), async (client) => {
    await client.query(`begin; lock table ${tables} in access exclusive mode`);
    await work(() => client.query('commit'));
  });
}

export const report = ({ portal, headers }: World, conversations: readonly object[] = [toConversation(portal)]) =>
  portal.call('/intake/conversations', { headers, body: { conversations } });

export const toConversation = ({ clock }: TestPortal) => ({
  id: randomUUID(),
  date: clock.now().toISOString(),
  user: { email: 'zoe@zorptech.example' },
});

/** Calls `work` so many times, one after the other. */
export async function times(count: number, work: () => unknown): Promise<void> {
  for (let index = 0; index < count; index += 1) await work();
}

async function setPressure({ portal: { measures, adapters } }: World, changes: Partial<TestPortal['measures']>) {
  Object.assign(measures, changes);
  await times(4, async () => {
    adapters.loopWatch.sample();
    await adapters.diskWatch.sample();
  });
}

export const withPressure = (changes: Partial<TestPortal['measures']>) => async (world: World) => {
  const before = { ...world.portal.measures };
  await setPressure(world, changes);
  return () => setPressure(world, before);
};

export function recordBackup(
  { portal }: World,
  values: { file?: string | null; isVerified?: boolean; error?: string },
) {
  // So that it is the last one.
  portal.clock.advance(second);
  const startedAt = portal.clock.now();
  const made = { id: randomUUID(), startedAt, finishedAt: startedAt, rowCount: 1, sealedBy: null, bytes: 1234 };
  const outcome = { file: '/srv/backup.tar.zst', isVerified: true, error: null, ...values };
  return portal.database.inSystem('backups.record', (tx) => createBackupRecord(tx, { ...made, ...outcome }));
}

/** Queues a job that ends in the transaction's order, with its last attempt being the first where it is said. */
export async function enqueueMail({ portal }: World, isLastAttempt = false) {
  const mail: Mail = { to: { address: 'mari@acme.example' }, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  return portal.database.inSystem('operations.retry-jobs', async (tx) => {
    const id = await portal.adapters.jobs.enqueue(tx, 'mail.send', mail);
    if (isLastAttempt) await runSql(tx, 'update pgboss.job_common set retry_limit = 0 where id = $1', [id]);
  });
}

export const deleteJobs = (world: World) => runAs(world, 'delete from pgboss.job_common');

/** Waits until a query answers a row. */
export const untilRow = (world: World, query: string) =>
  vi.waitFor(
    async () => {
      if ((await runAs(world, query)).rows.length === 0) throw new Error(`no row yet: ${query}`);
    },
    { timeout: 30_000, interval: 50 },
  );

export const untilJob = (world: World, state: string) =>
  untilRow(world, `select from pgboss.job_common where state::text = '${state}'`);

export const checkChains = ({ portal: { database, adapters, clock } }: World) =>
  signChains({ database, files: adapters.files, clock, log: { warn: () => undefined, error: () => undefined } });

export const makeKey = ({ portal, superAdmin }: World) =>
  portal.call('/intake/keys', { as: superAdmin, body: { name: `Key ${randomUUID()}` } });

export const addCertificate = async (world: World) => {
  const { cert } = await makeCertificate(['DNS:idp.example'], 'rsa');
  await inCompany(
    world,
    `insert into sign_in_providers (kind, issuer, sign_in_address, certificates)
      values ('saml', 'https://idp.example', 'https://idp.example/sso', array[$1])`,
    [cert],
  );
};

/** Lets time pass in which backups are made and chains are checked. */
export async function passTime(world: World, time: number) {
  world.portal.clock.advance(time);
  await recordBackup(world, {});
  await checkChains(world);
}

/** Makes the backup of the next day without its verification. */
export async function skipVerification(world: World) {
  world.portal.clock.advance(27 * hour);
  await checkChains(world);
  await recordBackup(world, { isVerified: false });
}

/** The archive as its last success left it so long ago; mended, it goes on for as long as rules are watched. */
export function noteArchive({ portal: { clock, metrics } }: World, part: 'log' | 'base', ago: number) {
  const note = (time: number) => metrics.recordArchive(part, new Date(clock.now().getTime() + time));
  note(-ago);
  return () => note(24 * hour);
}

/** Lets three hours of a maintenance pass, with a mail that waits and reports that are denied. */
export async function maintain(world: World) {
  const { maintenance } = world.portal.adapters;
  await runAs(world, 'insert into maintenance (began_at, changed_at) values (now(), now())');
  await maintenance.refresh();
  await enqueueMail(world);
  await times(120, () => report(world));
  world.portal.clock.advance(3 * hour);
  return async () => {
    await deleteJobs(world);
    await runAs(world, 'delete from maintenance');
    await maintenance.refresh();
  };
}

export const advance = (time: number) => async (world: World) => world.portal.clock.advance(time);

/** Blocks the event loop as a long computation does. */
export const blockLoop = async () =>
  times(3, async () => {
    const end = performance.now() + 700;
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  });

export const slowBurns = ['Intake', 'SignIn', 'Dashboard'].flatMap((slo) =>
  ['Fast', 'Steadily', 'Slowly'].map((word) => `Steward${slo}Burns${word}`),
);

/** Three calls of each objective that wait for more than a second. */
export async function callSlowly(world: World) {
  const { portal, superAdmin } = world;
  const range = new URLSearchParams({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' });
  const body = { email: superAdmin.email, password: testPassword };
  const calls = [
    () => report(world),
    () => portal.call('/session/sign-in', { body }),
    () => portal.call(`/analytics/stats?${range}`, { as: superAdmin }),
  ];
  await withOwner(ownerOf(world), async (client) => {
    await client.query('begin; lock table conversation_partitions, identity.accounts, users, reported_users');
    const answers = Promise.all(calls.flatMap((call) => [call(), call(), call()]));
    await client.query('select pg_sleep(1.2)');
    await client.query('commit');
    await answers;
  });
}
