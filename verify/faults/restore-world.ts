import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { fillConversations } from '../../bench/conversations.ts';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { makeDataDir, removeFolder, type Portal } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { readCompanyRows } from '../../server/backup/testing/other-companies.ts';
import { readWhole } from '../../server/backup/testing/database-copies.ts';
import { withOwner as withOwnerAt } from '../../server/database/copy/owner-connection.ts';
import { findPlaces } from '../../server/database/embedded/embedded-paths.ts';
import { openEmbeddedServer } from '../../server/database/embedded/embedded-server.ts';
import { readPidFile } from '../../server/database/embedded/pid-file.ts';
import { tableFacts } from '../../server/database/tables/tables.ts';
import { newFileKey } from '../../server/lib/crypto/file-keys.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { openLocalFiles } from '../../server/outside/files/local-files.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import type { Verdict } from '../check.ts';

/** Amount for other companies, so that a restore of all lasts. */
const conversations = 40_000;
/** A company of the demo. */
const companyName = 'Acme Manufacturing';
const [batches, perBatch] = [40, 50];
const storedFiles = 200;
const pollMs = 100;

/** A portal whose database is in a backup and in an archive, and one company of it that is to go back. */
export interface RestoreWorld {
  readonly portal: Portal;
  readonly backup: string;
  readonly archive: string;
  readonly until: string;
  readonly company: { readonly id: string; readonly name: string; readonly keys: readonly string[] };
}

export const archiveSettings = (archive: string) => ({ ARCHIVE_FOLDER: archive, LOG_LEVEL: 'warn' });

const settings = (dataDir: string, more: NodeJS.ProcessEnv = {}) => ({ ...process.env, DATA_DIR: dataDir, ...more });

async function runCommand(portal: Portal, args: readonly string[], archive: string): Promise<void> {
  const { exitCode, everything } = await runProgram(
    process.execPath,
    args,
    rootDir,
    settings(portal.dataDir, archiveSettings(archive)),
  );
  if (exitCode !== 0) throw new Error(`${args[0]} failed: ${everything}`);
}

/** @param folder takes backup and archive */
export async function makeRestoreWorld(portal: Portal, archive: string, folder: string): Promise<RestoreWorld> {
  await fillConversations(portal, conversations, 0.5);
  const headers = { authorization: `Bearer ${await makeIntakeKey(portal, companyName)}` };
  for (let batch = 0; batch < batches; batch += 1) {
    const body = { conversations: makeConversations(perBatch) };
    const { status } = await callApi(portal.url, '/intake/conversations', { body, headers });
    if (status !== 200) throw new Error(`A batch was answered ${status}.`);
  }
  const { rows: found } = await withOwner(portal, (client) =>
    client.query<{ id: string }>('select id from companies where name = $1', [companyName]),
  );
  const { id = '' } = found[0] ?? {};
  const store = await openLocalFiles(join(portal.dataDir, 'files'));
  const keys = Array.from({ length: storedFiles }, () => newFileKey());
  for (const key of keys) await store.put({ companyId: id, key }, Buffer.alloc(20_000, key), 'image/png');
  await withOwner(portal, async (client) => {
    await client.query(
      `insert into files (company_id, key, purpose, content_type)
      select '${id}', unnest($1::text[]), 'logo', 'image/png'`,
      [keys],
    );
    await client.query(
      `update companies set status = 'active', suspended_from = now(), suspension_reason = 'A restore' where id = $1`,
      [id],
    );
  });
  const backup = join(folder, 'whole.tar.zst');
  await runCommand(portal, ['server/commands/backup/backup.ts', '--to', backup, '--no-verify'], archive);
  await runCommand(portal, ['server/commands/backup/archive.ts'], archive);
  const until = new Date();
  const wal = join(archive, 'wal');
  const count = readdirSync(wal).length;
  // A commit that is newer than the moment, so that the archive reaches beyond it.
  await withOwner(portal, async (client) => {
    await client.query('create table later (); drop table later');
    await client.query('select pg_switch_wal()');
  });
  while (readdirSync(wal).length <= count) await sleep(pollMs);
  return { portal, backup, archive, until: until.toISOString(), company: { id, name: companyName, keys } };
}

/** Rows by table and number of files that a restore has to bring. */
export interface Found {
  readonly rows: Readonly<Record<string, string>>;
  readonly files: number;
}

/** Ways to restore into an empty data folder. */
export const wholeKinds = ['whole', 'until'] as const;
export type WholeKind = (typeof wholeKinds)[number];

export function toArguments(kind: WholeKind | 'company', world: RestoreWorld): string[] {
  const { backup, archive, until, company } = world;
  const program = 'server/commands/backup/restore.ts';
  if (kind === 'whole') return [program, backup];
  if (kind === 'until') return [program, '--until', until, '--from', archive];
  return [program, backup, '--company', company.id, '--replace', company.name];
}

export interface Started {
  readonly child: ChildProcess;
  /** Its exit code and what it wrote. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

export function startRestore(
  kind: WholeKind | 'company',
  world: RestoreWorld,
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(process.execPath, toArguments(kind, world), { cwd: rootDir, env: settings(dataDir, more) });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code: code as number | null, said }));
  return { child, ended };
}

/** An empty data folder with the keys of the portal. */
export function makeTarget({ portal }: RestoreWorld, folder = makeDataDir()): string {
  cpSync(join(portal.dataDir, 'secrets'), join(folder, 'secrets'), { recursive: true });
  return folder;
}

/** Ends the server that a killed restore has left, as a restart of the machine would. */
export async function killServer(dataDir: string): Promise<boolean> {
  if (!existsSync(join(dataDir, 'postgres'))) return false;
  const noted = await readPidFile((await findPlaces(dataDir)).cluster);
  if (!noted) return false;
  try {
    return process.kill(noted.pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Rows and files of a data folder that no portal uses. @throws where the database does not open */
export async function readTarget(dataDir: string): Promise<Found> {
  const server = await openEmbeddedServer({ dataDir, log: pino({ level: 'silent' }) });
  try {
    const rows: Record<string, string> = (await hasTables(server.ownerUrl))
      ? (await readWhole(server.ownerUrl)).rows
      : {};
    const kept = Object.entries(rows).filter(([name]) => name.startsWith('public.') && name !== 'public.backups');
    return { rows: Object.fromEntries(kept), files: countFiles(join(dataDir, 'files')) };
  } finally {
    await server.stop();
  }
}

/** Not where a kill came before or between the migrations, which the next start completes: no row is stored before they are. */
const hasTables = (ownerUrl: string) =>
  withOwnerAt(ownerUrl, async (client) => {
    const { rows } = await client.query<{ has: boolean }>(`select to_regclass('conversations') is not null as has`);
    return rows[0]?.has === true;
  });

const countFiles = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => !String(name).includes('.')).length
    : 0;

/**
 * Rows of the company in the tables that a restore replaces, but for its own, which has the times of changes, and those of the search and
 * of the use of keys, which the portal goes on to write.
 */
export async function readCompany({ portal, company }: RestoreWorld): Promise<Record<string, string>> {
  const { ownerUrl } = await getDatabaseUrls(portal);
  const rows = await readCompanyRows(ownerUrl, '=', [company.id]);
  const isReplaced = (name: string) =>
    !/^public\.(?:companies|search_\w+|intake_key_\w+)$/.test(name) &&
    tableFacts[name.replace('public.', '')]?.restored === 'replaced';
  return Object.fromEntries(Object.entries(rows).filter(([name]) => isReplaced(name)));
}

/** Loses what a restore of the company has to bring back. */
export const damageCompany = ({ portal, company }: RestoreWorld) =>
  withOwner(portal, async (client) => {
    await client.query('delete from messages where company_id = $1', [company.id]);
    await client.query('delete from files where company_id = $1 and key = any ($2)', [company.id, company.keys]);
  });

/** Copies of the database that a killed restore has left. */
export const countScratch = ({ portal }: RestoreWorld) =>
  withOwner(portal, async (client) => {
    const text = `select count(*)::int as count from pg_database where datname like '%\\_verify\\_%'`;
    const { rows } = await client.query<{ count: number }>(text);
    return rows[0]?.count ?? 0;
  });

/** Names of the tables whose rows differ. */
export const listDifferences = (one: Record<string, string>, other: Record<string, string>): string =>
  Object.keys(one)
    .filter((name) => one[name] !== other[name])
    .join(', ');

export const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Repeats a restore that was interrupted, and judges that all is there then. @returns whether that was so before */
export async function repeatWhole(
  kind: WholeKind,
  world: RestoreWorld,
  dataDir: string,
  { expected, verdict }: { readonly expected: Found; readonly verdict: Verdict },
): Promise<'completed' | 'was whole'> {
  const { code, said } = await startRestore(kind, world, dataDir).ended;
  const wasWhole = /holds \d+ companies, and nothing is overwritten|has a database, which was restored/.test(said);
  verdict.expect(code === 0 || wasWhole, `a repeated restore (${kind}) said: ${said.trim().slice(0, 300)}`);
  const outcome = wasWhole ? 'was whole' : 'completed';
  if (code !== 0 && !wasWhole) return outcome;
  const found = await readTarget(dataDir);
  verdict.expect(isSame(found, expected), `after a repeated restore (${kind}, ${outcome}) not all is there`);
  return outcome;
}

export function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-restore-'));
  mkdirSync(join(folder, 'archive'));
  return work(folder).finally(() => removeFolder(folder));
}
