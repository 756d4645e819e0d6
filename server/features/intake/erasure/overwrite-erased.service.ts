import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withOwner } from '../../../database/copy/owner-connection.ts';
import {
  dropLog,
  isSuperuser,
  listTables,
  overwriteTable,
  renewStatistics,
  statisticsTable,
  waitForOlder,
} from '../../../database/copy/overwrite-deleted.ts';
import { listDatabaseServers } from '../../../database/distribution/database-servers.ts';
import type { Database } from '../../../database/open-database.ts';
import type { Clock } from '../../../outside/clock.ts';
import { findErasure } from './erasures.repository.ts';
import * as repository from './overwrites.repository.ts';
import type { OverwriteRun, WaitingOverwrite } from './overwrites.repository.ts';
import { signPersonCertificate } from './person-certificate.ts';

export interface OverwriteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** For how long a table may be locked; in milliseconds. */
  readonly lockMs: number;
  readonly patience?: Patience;
}

interface Patience {
  /** For how long a table is waited for, while others wait behind; then they go first, and it is tried again. */
  readonly tableMs: number;
  readonly attempts: number;
  readonly pauseMs: number;
  /** For how long the transactions that began before are waited for. A backup or a large download may take longer. */
  readonly olderMs: number;
}

const ofNights: Patience = { tableMs: 500, attempts: 10, pauseMs: 2000, olderMs: 60_000 };
const keptRunsMs = 366 * 24 * 60 * 60_000;

/**
 * Writes the tables anew in which something was erased before that time, one after the other, and drops the write-ahead log of
 * before. Then the erasures whose tables are all written anew say so.
 * @returns undefined where nothing waits; `isRepeated` where another attempt may find less in use
 */
export async function overwriteErased(
  { database, clock, lockMs, patience = ofNights }: OverwriteDependencies,
  before: Date,
): Promise<(OverwriteRun & { readonly isRepeated: boolean }) | undefined> {
  const startedAt = clock.now();
  const { listed, deleted } = await database.withSystem('overwrites.run', async (tx) => ({
    listed: await repository.listWaitingOverwrites(tx, { before }),
    deleted: await repository.listDeletionOverwrites(tx, { before }),
  }));
  const names = [...new Set([...listed, ...deleted].map(({ name }) => name))];
  if (names.length === 0) return undefined;
  const { written, isRepeated, ...result } = await overwriteServers(database.ownerUrl, names, { lockMs, ...patience });
  const rows = listed.filter(({ name }) => written.has(name));
  await finish({ database, clock }, { rows, startedAt, hasLog: !result.isLogDropped });
  await finishDeletions(database, { companyIds: deleted.map(({ companyId }) => companyId), names: [...written] });
  const run = { id: randomUUID(), startedAt, finishedAt: clock.now(), ...result };
  await database.withSystem('overwrites.run', async (tx) => {
    await repository.createOverwriteRun(tx, run);
    await repository.deleteOldOverwriteRuns(tx, { before: new Date(startedAt.getTime() - keptRunsMs) });
  });
  return { ...run, isRepeated };
}

interface Limits extends Patience {
  readonly lockMs: number;
}

interface Outcome extends Pick<OverwriteRun, 'tables' | 'longestLockMs' | 'isLogDropped' | 'error'> {
  /** The listed names of which all tables are written anew. */
  readonly written: ReadonlySet<string>;
  readonly isRepeated: boolean;
}

/** One server after the other, when on all of them what began before has ended. */
async function overwriteServers(ownerUrl: string, names: readonly string[], limits: Limits): Promise<Outcome> {
  const servers = await listDatabaseServers(ownerUrl);
  for (const server of servers) {
    if (!(await withOwner(server, (client) => waitForOlder(client, limits.olderMs)))) return tooEarly;
  }
  const outcomes: Outcome[] = [];
  for (const server of servers) {
    const outcome = await withOwner(server, (client) => overwriteListed(client, names, limits));
    const place = server === ownerUrl ? '' : `${new URL(server).host}: `;
    outcomes.push({ ...outcome, error: outcome.error && `${place}${outcome.error}` });
  }
  return {
    written: new Set(names.filter((name) => outcomes.every(({ written }) => written.has(name)))),
    tables: outcomes.reduce((sum, { tables }) => sum + tables, 0),
    longestLockMs: Math.max(...outcomes.map((outcome) => outcome.longestLockMs)),
    isLogDropped: outcomes.every((outcome) => outcome.isLogDropped),
    error: outcomes.flatMap(({ error }) => error ?? []).join('; ') || null,
    isRepeated: outcomes.some((outcome) => outcome.isRepeated),
  };
}

const tooEarly: Outcome = {
  written: new Set(),
  tables: 0,
  longestLockMs: 0,
  isLogDropped: false,
  error: 'A transaction that began before is still open.',
  isRepeated: true,
};

const belongsTo = (table: string, name: string) =>
  name.endsWith('*') ? table.startsWith(name.slice(0, -1)) : table === name;

/** The tables and shards on one server whose names are listed. */
async function overwriteListed(client: pg.Client, names: readonly string[], limits: Limits): Promise<Outcome> {
  const listed = (await listTables(client)).filter((table) => names.some((name) => belongsTo(table.of, name)));
  const tableOf = new Map(listed.map((table) => [table.name, table.of]));
  const tables = listed.map(({ name }) => name);
  const failures = new Map<string, string>();
  let longestLockMs = 0;
  const overwrite = async (table: string) => {
    const overwriting = await overwritePatiently(client, table, limits);
    if (overwriting.outcome === 'done') longestLockMs = Math.max(longestLockMs, overwriting.ms);
    else failures.set(table, overwriting.outcome);
  };
  for (const table of tables) await overwrite(table);
  if (await isSuperuser(client)) {
    await renewStatistics(client, tables);
    tables.push(statisticsTable);
    if (await waitForOlder(client, limits.olderMs)) await overwrite(statisticsTable);
    else failures.set(statisticsTable, 'busy');
  }
  const isLogDropped = failures.size < tables.length && (await dropLog(client));
  return {
    written: new Set(
      names.filter(
        (name) =>
          ![...failures.keys()].some(
            (table) => table === statisticsTable || belongsTo(tableOf.get(table) ?? table, name),
          ),
      ),
    ),
    tables: tables.length - failures.size,
    longestLockMs,
    isLogDropped,
    error: describe(failures),
    isRepeated: [...failures.values()].includes('busy'),
  };
}

/** Others go first between the attempts. */
async function overwritePatiently(client: pg.Client, table: string, limits: Limits) {
  const { tableMs: waitMs, lockMs, attempts, pauseMs } = limits;
  for (let attempt = 1; ; attempt += 1) {
    const overwriting = await overwriteTable(client, table, { waitMs, lockMs });
    if (overwriting.outcome !== 'busy' || attempt === attempts) return overwriting;
    await sleep(pauseMs);
  }
}

const reasons: Readonly<Record<string, string>> = {
  busy: 'was in use',
  'too-large': 'takes longer than OVERWRITE_LOCK_SECONDS',
  denied: 'belongs to another role',
};

const describe = (failures: ReadonlyMap<string, string>): string | null =>
  failures.size === 0 ? null : [...failures].map(([table, outcome]) => `${table} ${reasons[outcome]}`).join('; ');

interface Written {
  readonly rows: readonly WaitingOverwrite[];
  readonly startedAt: Date;
  /** Whether the write-ahead log of before is still there. */
  readonly hasLog: boolean;
}

/** What was erased since the beginning waits for the next run. */
async function finish(
  { database, clock }: Pick<OverwriteDependencies, 'database' | 'clock'>,
  { rows, startedAt, hasLog }: Written,
): Promise<void> {
  if (rows.length === 0) return;
  const written = {
    companyIds: rows.map(({ companyId }) => companyId),
    names: rows.map(({ name }) => name),
    counts: rows.map(({ erasures }) => erasures),
  };
  await database.withSystem('overwrites.run', async (tx) => {
    await repository.deleteWaitingOverwrites(tx, written);
    await repository.updateWaitingOverwrites(tx, { ...written, since: startedAt });
  });
  const { current } = await database.auditChain.loadKeys();
  const now = clock.now();
  for (const companyId of new Set(written.companyIds)) {
    await database.withCompany(companyId, async (tx) => {
      for (const { id } of await repository.finishOverwrites(tx, { now, before: startedAt })) {
        const erasure = await findErasure(tx, { id });
        if (erasure?.kind !== 'person') continue;
        const overwritten = { at: now.toISOString(), hasLog };
        const certificate = signPersonCertificate(
          current,
          { companyId, erasure, overwritten },
          erasure.finishedAt ?? now,
        );
        await repository.updateCertificate(tx, { id, certificate });
      }
    });
  }
}

/** What was written anew of the tables of deleted companies. */
async function finishDeletions(
  database: Database,
  written: { readonly companyIds: readonly string[]; readonly names: readonly string[] },
): Promise<void> {
  if (written.companyIds.length === 0) return;
  const { companyIds, names } = written;
  await database.withSystem('overwrites.run', (tx) =>
    repository.updateDeletionOverwrites(tx, { companyIds: [...companyIds], names: [...names] }),
  );
}
