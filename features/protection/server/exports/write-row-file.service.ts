import { rowKinds } from '#features/protection/contract/row-kinds.ts';
import { findActorOfRequest } from '#server/access/actors.ts';
import { TaskGivenUp, type RunningTask } from '#domain/tasks/run-task.service.ts';
import { toFileType, type RowBytes } from '#server/lib/row-file.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './made-by.repository.ts';
import type { MadeBy } from './made-by.repository.ts';
import { allowKind, getMadeBy, isPermitted } from './made-by.service.ts';
import type { RowFileFacts } from './row-files.service.ts';
import type { RowSources } from './row-sources.ts';

interface FileWriting extends Uses<'database' | 'mails'> {
  readonly sources: RowSources;
  /** A file with more rows fails. */
  readonly maxRows: number;
  /** A longer file fails; by default 8 GiB. */
  readonly maxBytes?: number;
}

type Running = RunningTask<'rowFile'>;

const defaultMaxBytes = 8 * 1024 ** 3;
/** Counting, sorting and searching what has millions of rows. */
const statementMs = 30 * 60_000;

/** Writes a requested file, and e-mails its owner. */
export async function createRowFileContent(portal: FileWriting, task: Running) {
  const { database, mails, sources, maxRows, maxBytes = defaultMaxBytes } = portal;
  const { companyId, input, facts, requestedAt } = task;
  const owner = await getOwner(portal, task);
  // What is deleted later withdraws the file; what is being deleted now is not in the snapshot then.
  await database.withLedger(companyId, async () => undefined);
  const snapshot = await database.inCompany.snapshot(companyId, statementMs);
  try {
    const madeBy = await getMadeBy(snapshot, owner, facts.kind);
    const rows = await sources[facts.kind](snapshot, owner, input as never, { now: requestedAt, most: maxRows + 1 });
    if (rows.total > maxRows) throw new TaskGivenUp('too-large');
    Object.assign(facts, { madeBy, rows: 0, total: rows.total });
    const contentType = toFileType(facts.format).contentType.split(';', 1)[0] ?? '';
    const pages = countPages(rows.toFile(facts.format).pages, facts, maxBytes);
    await task.store(pages, contentType, () => confirmOwner(portal, task, madeBy));
  } finally {
    await snapshot.close();
  }
  const { email, firstName } = owner;
  return async (tx: CompanyTransaction) => {
    const { name: companyName } = await repository.getCompanyName(tx);
    const { label } = rowKinds[facts.kind];
    await mails.sendRowFileReady(tx, { email, firstName, companyName, companyId, label, rows: facts.rows });
  };
}

/** The owner as of now. @throws TaskGivenUp, Problem `access.refused` */
async function getOwner({ database }: Uses<'database'>, { companyId, accountId, facts }: Running) {
  const owner = accountId === null ? undefined : await findActorOfRequest(database, { accountId, companyId });
  if (!owner) throw new TaskGivenUp('right');
  allowKind(owner, facts.kind);
  return owner;
}

/** @throws TaskGivenUp where the owner has lost what the file is made by */
async function confirmOwner(portal: Uses<'database'>, task: Running, madeBy: MadeBy): Promise<void> {
  const owner = await getOwner(portal, task);
  const now = await portal.database.inCompany(task.companyId, (tx) => getMadeBy(tx, owner, task.facts.kind));
  if (!isPermitted(madeBy, now, task.facts.kind)) throw new TaskGivenUp('right');
}

async function* countPages(pages: AsyncIterable<RowBytes>, facts: RowFileFacts, maxBytes: number) {
  let length = 0;
  for await (const { bytes, rows } of pages) {
    facts.rows += rows;
    yield bytes.subarray(0, maxBytes - length);
    length += bytes.length;
    if (length > maxBytes) throw new TaskGivenUp('too-large');
  }
}
