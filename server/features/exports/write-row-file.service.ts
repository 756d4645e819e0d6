import type { Logger } from 'pino';
import type { Uses } from '../../portal/portal.ts';
import { findActorOfRequest } from '../../access/actors.ts';
import { lockCompanyLedger } from '../../domain/ledger/usage-ledger.ts';
import { createFairLimiter } from '../../lib/concurrency/fair-limiter.ts';
import { hasRoom, type FileDisk } from '../../lib/disk-room.ts';
import { partBytes, toPartAddress, toParts } from '../../lib/file-parts.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { toFileType, type RowBytes } from '../../lib/row-file.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { JobHandler } from '../../outside/jobs/jobs.ts';
import { deleteParts } from './expired-row-files.service.ts';
import { allowKind, getMadeBy, isPermitted } from './made-by.service.ts';
import * as repository from './row-files.repository.ts';
import type { MadeBy, StoredRowFile } from './row-files.repository.ts';
import { toExpiry } from './row-files.service.ts';
import { rowKinds } from '#contract/exports/row-kinds.ts';
import type { RowSources } from './row-sources.ts';

interface FileWriting extends Uses<'database' | 'files' | 'mails' | 'clock'> {
  readonly log: Pick<Logger, 'info'>;
  readonly sources: RowSources;
  /** A file with more rows fails. */
  readonly maxRows: number;
  /** A longer file fails; by default 8 GiB. */
  readonly maxBytes?: number;
  /** A file fails rather than take what the disk keeps for what cannot wait. */
  readonly fileDisk: FileDisk;
}

const defaultMaxBytes = 8 * 1024 ** 3;

/** Attempts of a job, by its queue. */
const maxAttempts = 3;
/** Each holds a connection of the 20 for companies, and a moment of the database that its cleaning has to keep. */
const maxRunning = 2;
/** A file takes hours at most, for which those of other companies must not wait. */
const maxOfCompany = 1;
/** Counting, sorting and searching what has millions of rows. */
const statementMs = 30 * 60_000;
/** How old the answer may be that the owner still has the rights. */
const confirmedMs = 5000;

/** A file that no further attempt can make. */
class GivenUp extends Error {
  readonly failure: 'right' | 'too-large' | 'error';

  constructor(failure: GivenUp['failure']) {
    super(`the file is given up: ${failure}`);
    this.failure = failure;
  }
}

/** A file that waits no longer: cancelled or withdrawn. */
class Ended extends Error {}

/**
 * Writes requested files part by part and e-mails their owners; fails for good after the last attempt. An attempt that follows a
 * kill begins anew, over the parts of the one before.
 */
export function createRowFileHandler(portal: FileWriting): JobHandler<'rows.write'> {
  const limiter = createFairLimiter(maxRunning, maxOfCompany);
  return ({ payload: { companyId, fileId }, attempt }) =>
    limiter.run(companyId, async () => {
      const { database } = portal;
      const stored = await database.readCompany(companyId, (tx) => repository.findRowFile(tx, { id: fileId }));
      if (!stored) return;
      try {
        if (stored.state === 'waiting') await writeFile(portal, companyId, stored);
      } catch (error) {
        await endAttempt(portal, { companyId, stored, attempt, error });
      }
      await tidy(portal, companyId, fileId);
    });
}

interface Attempt {
  readonly companyId: string;
  readonly stored: StoredRowFile;
  readonly attempt: number;
  readonly error: unknown;
}

/** @throws the error where another attempt may succeed, and after the last one */
async function endAttempt(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, stored, attempt, error }: Attempt,
) {
  if (error instanceof Ended) return;
  const failure = toFinalFailure(error);
  if (failure || attempt >= maxAttempts) {
    const expiresAt = toExpiry(clock.now());
    await database.withCompany(companyId, (tx) =>
      repository.failRowFile(tx, { id: stored.id, failure: failure ?? 'error', expiresAt }),
    );
  }
  if (!failure) throw error;
}

/** Undefined where another attempt may succeed. */
function toFinalFailure(error: unknown) {
  if (error instanceof GivenUp) return error.failure;
  if (!(error instanceof Problem) || error.status >= 500) return undefined;
  return error.code === 'access.refused' ? 'right' : 'error';
}

/** Deletes the parts of a file that has ended without a content. */
async function tidy({ database, files }: Uses<'database' | 'files'>, companyId: string, id: string): Promise<void> {
  const now = await database.readCompany(companyId, (tx) => repository.findRowFile(tx, { id }));
  if (!now || now.state === 'ready' || now.state === 'waiting') return;
  await deleteParts({ database, files }, companyId, now, { keepsRow: now.state !== 'cancelled' });
}

async function writeFile(portal: FileWriting, companyId: string, stored: StoredRowFile) {
  const { database, clock, sources, maxRows } = portal;
  const { kind, filter, format, requestedAt } = stored;
  const owner = await getOwner(portal, companyId, stored);
  // What is deleted later withdraws the file; what is being deleted now is not in the snapshot then.
  await database.withShard(companyId, (tx) => lockCompanyLedger(tx));
  const snapshot = await database.openSnapshot(companyId, statementMs);
  try {
    const madeBy = await getMadeBy(snapshot, owner, kind);
    const scope = { now: requestedAt, most: maxRows + 1 };
    const rows = await sources[kind](snapshot, owner, filter as never, scope);
    if (rows.total > maxRows) throw new GivenUp('too-large');
    const { id } = stored;
    const started = await database.withCompany(companyId, (tx) =>
      repository.startRowFile(tx, { id, total: rows.total, madeBy }),
    );
    if (!started) throw new Ended();
    const { pages } = rows.toFile(format);
    const amounts = await writeParts(portal, { companyId, stored, madeBy, pages });
    await finish(portal, { companyId, stored, owner, ...amounts });
    portal.log.info(
      { fileId: id, kind, ...amounts, ms: clock.now().getTime() - requestedAt.getTime() },
      'rows written',
    );
  } finally {
    await snapshot.close();
  }
}

/** The owner as of now. @throws GivenUp */
async function getOwner({ database }: Uses<'database'>, companyId: string, { accountId, kind }: StoredRowFile) {
  const owner = await findActorOfRequest(database, { accountId, companyId });
  if (!owner) throw new GivenUp('right');
  allowKind(owner, kind);
  return owner;
}

interface Writing {
  readonly companyId: string;
  readonly stored: StoredRowFile;
  readonly madeBy: MadeBy;
  readonly pages: AsyncIterable<RowBytes>;
}

/** One part in memory at a time. */
async function writeParts(portal: FileWriting, { companyId, stored, madeBy, pages }: Writing) {
  const { database, files, maxBytes = defaultMaxBytes, fileDisk } = portal;
  const { id, format } = stored;
  const { contentType } = toFileType(format);
  const storedType = contentType.split(';', 1)[0] ?? contentType;
  const confirm = createConfirm(portal, { companyId, stored, madeBy });
  const done = { rows: 0, bytes: 0 };
  let parts = 0;
  async function* listBytes() {
    for await (const { bytes, rows } of pages) {
      done.rows += rows;
      yield bytes;
    }
  }
  for await (const part of toParts(listBytes(), partBytes)) {
    parts += 1;
    if (done.bytes + part.length > maxBytes) throw new GivenUp('too-large');
    if (!(await hasRoom(fileDisk, part.length))) throw new GivenUp('error');
    await confirm();
    // Before the part, so that every stored one is known.
    const recorded = await database.withCompany(companyId, (tx) =>
      repository.recordRowFilePart(tx, { id, parts, rows: done.rows }),
    );
    if (!recorded) throw new Ended();
    await files.put(toPartAddress({ companyId, id }, parts), part, storedType);
    done.bytes += part.length;
  }
  return done;
}

/** @returns what throws GivenUp where the owner has lost what the file is made by */
function createConfirm(
  portal: Uses<'database' | 'clock'>,
  { companyId, stored, madeBy }: Pick<Writing, 'companyId' | 'stored' | 'madeBy'>,
) {
  const { database, clock } = portal;
  let confirmedAt = clock.now().getTime();
  return async () => {
    if (clock.now().getTime() - confirmedAt < confirmedMs) return;
    const owner = await getOwner(portal, companyId, stored);
    const now = await database.withCompany(companyId, (tx) => getMadeBy(tx, owner, stored.kind));
    if (!isPermitted(madeBy, now, stored.kind)) throw new GivenUp('right');
    confirmedAt = clock.now().getTime();
  };
}

interface Finished {
  readonly companyId: string;
  readonly stored: StoredRowFile;
  readonly owner: Actor;
  readonly rows: number;
  readonly bytes: number;
}

async function finish(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  finished: Finished,
): Promise<void> {
  const { companyId, stored, owner, rows, bytes } = finished;
  const expiresAt = toExpiry(clock.now());
  await database.withCompany(companyId, async (tx) => {
    const done = await repository.finishRowFile(tx, { id: stored.id, rows, bytes, expiresAt });
    if (!done) throw new Ended();
    const { name: companyName } = await repository.getCompanyName(tx);
    const { email, firstName } = owner;
    const { label } = rowKinds[stored.kind];
    await mails.sendRowFileReady(tx, { email, firstName, companyName, companyId, label, rows });
  });
}
