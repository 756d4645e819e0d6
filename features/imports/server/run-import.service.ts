import type { Uses } from '#server/portal/portal.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportFailure } from '#features/imports/contract/log-imports.ts';
import { createFairLimiter } from '#server/lib/concurrency/fair-limiter.ts';
import { isInForce, toSuspension } from '#server/lib/request/suspension.ts';
import type { JobHandler } from '#server/outside/jobs/jobs.ts';
import { recordAudit } from '#server/records/audit.ts';
import { deleteFile } from './control-imports.service.ts';
import { openImportFile, type ImportFile } from './import-chunks.ts';
import { toImportSubject } from './log-imports.service.ts';
import * as repository from './log-imports.repository.ts';
import type { StoredImport } from './log-imports.repository.ts';
import { firstState, readWindowTask, type WindowRecords } from './read/read-window.ts';
import { createWindow } from './window-writes.service.ts';

/** Records that one transaction stores, for which the intake of the company waits; fewer while others are served. */
const maxRecords = 1000;
const fewRecords = 200;
const busyShare = 0.2;
/** How many times as long as a part of the file takes an import rests, and how many times more while others are served. */
const rest = 1;
const restForOthers = 7;
/** A longer window is read for a record that does not fit; the last one is the longest record. */
const windowBytes = [256 * 1024, 1024 * 1024, 8 * 1024 * 1024];
const maxRestMs = 5000;
/** For how long a job reads before the next one takes its turn. */
const turnMs = 30_000;
/** Attempts of a job, by its queue. */
const maxAttempts = 11;
/** Imports that read at a time in this process. */
const maxRunning = 2;

type ImportParts = 'database' | 'jobs' | 'files' | 'workers' | 'changes' | 'clock' | 'activity';

/** Reads a part of the file from where the one before has ended, and queues the next part. */
export function createImportHandler(portal: Uses<ImportParts>): JobHandler<'company.import'> {
  const turns = createFairLimiter(maxRunning);
  return async ({ payload: { companyId, importId: id }, attempt }) => {
    try {
      await turns.run(companyId, () => runTurn(portal, companyId, id));
    } catch (error) {
      if (attempt >= maxAttempts) await endImport(portal, companyId, id, 'internal');
      throw error;
    }
  };
}

async function runTurn(portal: Uses<ImportParts>, companyId: string, id: string): Promise<void> {
  const { database, files, jobs, changes, activity } = portal;
  const untilMs = performance.now() + turnMs;
  let stored = await database.inCompany.read(companyId, (tx) => repository.findImport(tx, { id }));
  const file = stored && openImportFile(files, { companyId, id, bytes: stored.bytes });
  while (file && stored?.state === 'running' && performance.now() < untilMs) {
    const startedMs = performance.now();
    const outcome = await runStep(portal, { companyId, stored, file });
    changes.announce(companyId);
    if (outcome !== 'stored') {
      if (outcome !== 'elsewhere') await endImport(portal, companyId, id, outcome === 'done' ? null : outcome);
      return;
    }
    // Half of the time is the intake's, and most of it while other companies ask for much.
    const times = rest + restForOthers * activity.getShareOfOthers((each) => each === companyId);
    await sleep(Math.min(times * (performance.now() - startedMs), maxRestMs));
    stored = await database.inCompany.read(companyId, (tx) => repository.findImport(tx, { id }));
  }
  if (stored?.state !== 'running') return;
  await database.inCompany(companyId, (tx) => jobs.enqueue(tx, 'company.import', { companyId, importId: id }));
}

interface Step {
  readonly companyId: string;
  readonly stored: StoredImport;
  readonly file: ImportFile;
}

/** `elsewhere`: it was cancelled, or another attempt has gone further. */
type Outcome = 'stored' | 'done' | 'elsewhere' | ImportFailure;

async function runStep(
  portal: Uses<'database' | 'workers' | 'clock' | 'activity'>,
  { companyId, stored, file }: Step,
): Promise<Outcome> {
  const { database, clock } = portal;
  if (stored.readBytes >= stored.bytes) return 'done';
  const { timeZone, ...state } = await database.inCompany.read(companyId, (tx) => repository.getImportingCompany(tx));
  if (isInForce(toSuspension(state), clock.now())) return 'suspended';
  const read = await readNext(portal, { companyId, stored, file, timeZone });
  if (!read) return 'record-too-large';
  const isStored = await createWindow(portal, { companyId, timeZone, stored, read });
  return isStored ? 'stored' : 'elsewhere';
}

interface Reading {
  readonly companyId: string;
  readonly stored: StoredImport;
  readonly file: ImportFile;
  readonly timeZone: string;
}

/** Undefined where a record is too long. */
async function readNext(
  { workers, clock, activity }: Uses<'workers' | 'clock' | 'activity'>,
  { companyId, stored, file, timeZone }: Reading,
): Promise<WindowRecords | undefined> {
  const { settings, readBytes: from, reader, records } = stored;
  if (!settings) throw new Error('a running import has no settings');
  const isBusy = activity.getShareOfOthers((each) => each === companyId) > busyShare;
  for (const length of windowBytes) {
    const bytes = await file.read(from, length);
    const isLast = from + bytes.length >= stored.bytes;
    const window = {
      bytes,
      isFirst: from === 0,
      isLast,
      settings,
      state: reader ?? firstState,
      records,
      maxRecords: isBusy ? fewRecords : maxRecords,
      timeZone,
      now: clock.now(),
    };
    const read = await workers.run(readWindowTask, window, { companyId, size: bytes.length });
    if (read.consumedBytes > 0) return read;
    // Only blanks are left, or half a character.
    if (isLast) return { ...read, consumedBytes: bytes.length };
  }
  return undefined;
}

/** The end is an audit entry with its numbers. What has failed can be continued while its file is kept. */
async function endImport(
  portal: Uses<'database' | 'files' | 'clock'>,
  companyId: string,
  id: string,
  failure: ImportFailure | null,
): Promise<void> {
  const { database, clock } = portal;
  const now = clock.now();
  const state = failure === null ? 'finished' : 'failed';
  await database.inCompany(companyId, async (tx) => {
    const ended = await repository.finishImport(tx, { id, state, failure, now });
    if (!ended) return;
    const { records, conversations, messages, known, leftOut } = ended;
    await recordAudit(tx, {
      ...toImportSubject(ended),
      actor: { accountId: null, name: 'Import of logs', email: '' },
      action: failure === null ? 'logImports.finish' : 'logImports.fail',
      after: {
        records,
        conversations,
        messages,
        known,
        leftOut: leftOut.reduce((sum, { count }) => sum + count, 0),
        ...(failure !== null && { failure }),
      },
      requestId: '',
      now,
    });
  });
  if (failure === null) await deleteFile(portal, companyId, id);
}
