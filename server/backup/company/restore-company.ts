import { isDeepStrictEqual } from 'node:util';
import { connectDatabase, type Database } from '../../database/open-database.ts';
import type { AuditSecrets } from '../../database/audit-chain/audit-keys.ts';
import { withBackupLock } from '../../database/copy/backup-lock.ts';
import { withCompanyFiles } from '../../database/copy/company-files-lock.ts';
import { createCompanyFilter } from '../../database/copy/company-line-filter.ts';
import { returnCompany, type Return, type Returned } from '../../database/copy/return-company.ts';
import {
  checkReturn,
  deleteScratchUsers,
  findDeletedErasures,
  findPresentCompany,
  matchPersons,
  type ReturnEnds,
} from '../../database/copy/scratch-company.ts';
import {
  dropLeftScratchDatabases,
  withScratchDatabase,
  type DatabaseAddress,
} from '../../database/copy/scratch-database.ts';
import { listNamedFiles } from '../../database/copy/snapshot.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { BackupRefused } from '../format/backup-refused.ts';
import { findCompany, type FoundCompany } from './company-entries.ts';
import { deleteUnnamedFiles, loadCompanyFiles } from './company-files.ts';
import type { Decryption } from '../format/encryption.ts';
import { restoreBackup, type RestoreTarget } from '../whole/restore-backup.ts';

/** Carries erasures out again. @returns how many */
type RepeatErasures = (
  database: Database,
  companyId: string,
  known: unknown,
  deleteUser: (id: string) => Promise<void>,
) => Promise<number>;

interface CompanyRestore extends DatabaseAddress, Pick<RestoreTarget, 'installations' | 'secretsKeys' | 'log'> {
  readonly path: string;
  readonly decryption: Decryption;
  readonly files: Pick<FileStore, 'find' | 'put' | 'delete'>;
  readonly secrets: AuditSecrets;
  readonly clock: Clock;
  /** Name or id of the company. */
  readonly company: string;
  /** Its name as it is today, where it is to give way to the backup. */
  readonly replaced: string | undefined;
  /** Restores a deleted company also where nothing is known of what was erased since the backup. */
  readonly isWithoutErasures: boolean;
  /** Erasures of a company that is here. */
  readonly listErasures: (companyId: string) => Promise<unknown>;
  readonly repeatErasures: RepeatErasures;
  /** A sum or a seal of the company that differs from its rows. */
  readonly findFault: (database: Database, companyId: string) => Promise<string | undefined>;
  /** Before anything is changed of a company that is here. */
  readonly backUp: () => Promise<void>;
  /** Notes that rows are written from here on. */
  readonly recordBegin: (found: Found) => Promise<void>;
  readonly stop?: AbortSignal | undefined;
}

export interface RestoredCompany {
  readonly company: FoundCompany;
  readonly isInPlace: boolean;
  readonly rows: Returned;
  readonly accounts: number;
  /** Undefined where those since the backup are not known. */
  readonly erasures: number | undefined;
  readonly files: { readonly count: number; readonly missing: readonly string[] };
}

/**
 * Restores one company out of a backup into an installation that goes on. Its rows alone are read into a scratch database, where what
 * was erased since is erased again and every sum is compared; then they are copied in one transaction.
 * @throws BackupRefused or DatabaseRefused with one line for the operator; nothing is changed then
 */
export async function restoreCompany(restore: CompanyRestore): Promise<RestoredCompany> {
  const { path, decryption, ownerUrl } = restore;
  const found = await findCompany(path, decryption, restore.company);
  const isInPlace = await checkTarget(restore, found);
  if (!restore.isWithoutErasures && (await readErasures(restore, { ...found, isInPlace })) === undefined) {
    throw new BackupRefused(
      `Nothing is recorded here of what was erased in ${found.name} since the backup: --without-erasures restores it all the same.`,
    );
  }
  if (isInPlace) await restore.backUp();
  const work = () =>
    withScratchDatabase(restore, (scratch) => restoreInto(scratch, restore, { ...found, isInPlace }), restore.stop);
  const locked = () => withBackupLock(ownerUrl, dropLeftScratchDatabases, work);
  const restored = await withCompanyFiles(ownerUrl, found.id, locked);
  if (restored) return restored;
  throw new BackupRefused(
    `${found.name} is being restored, or its files are being deleted: try again when that is done.`,
  );
}

async function checkTarget({ ownerUrl, replaced }: CompanyRestore, { id, name }: FoundCompany): Promise<boolean> {
  const present = await findPresentCompany(ownerUrl, id);
  if (!present) {
    if (replaced === undefined) return false;
    throw new BackupRefused(`${name} is not here, so that there is nothing to replace: leave --replace out.`);
  }
  if (present.isProvider)
    throw new BackupRefused('The provider’s own company is restored with the whole installation alone.');
  if (replaced === undefined) {
    throw new BackupRefused(`${present.name} is here: say --replace "${present.name}" to replace it by the backup.`);
  }
  if (replaced !== present.name)
    throw new BackupRefused(`The company is called "${present.name}" today: type that name.`);
  if (!present.isSuspended) {
    throw new BackupRefused(
      `${present.name} works: suspend it first (Companies), so that nothing is written meanwhile.`,
    );
  }
  return true;
}

interface Found extends FoundCompany {
  readonly isInPlace: boolean;
}

async function restoreInto(scratch: DatabaseAddress, restore: CompanyRestore, found: Found): Promise<RestoredCompany> {
  const { path, decryption, ownerUrl, clock, stop } = restore;
  const { id: companyId, accountIds, isInPlace } = found;
  await restoreBackup(
    { path, decryption, ...(stop && { stop }) },
    {
      ...scratch,
      installations: restore.installations,
      files: undefined,
      secretsKeys: restore.secretsKeys,
      chooseLines: (manifest) => createCompanyFilter(manifest, companyId, accountIds),
      keepsMails: false,
      log: restore.log,
    },
  );
  const ends: ReturnEnds = { companyId, scratchUrl: scratch.ownerUrl, ownerUrl };
  await checkReturn(ends);
  const known = await readErasures(restore, found);
  const count = await settleRows(scratch, restore, found, known ?? []);
  const returning = await matchPersons(ends);
  const confirm = async () => {
    await checkTarget(restore, found);
    await checkReturn(ends);
    if (isDeepStrictEqual(await readErasures(restore, found), known)) return restore.recordBegin(found);
    throw new BackupRefused(`Something of ${found.name} was erased meanwhile: nothing was restored, try again.`);
  };
  const written = await writeCompany(restore, {
    ...ends,
    accountIds: returning,
    isInPlace,
    now: clock.now(),
    confirm,
    stop,
  });
  return {
    company: found,
    isInPlace,
    accounts: returning.length,
    erasures: known === undefined ? undefined : count,
    ...written,
  };
}

/** Stores the files, then the rows; afterwards, or where it fails, none is left that no row names. */
async function writeCompany(restore: CompanyRestore, given: Return): Promise<Pick<RestoredCompany, 'rows' | 'files'>> {
  const { ownerUrl, log } = restore;
  const { companyId, scratchUrl } = given;
  const returning = await listNamedFiles(scratchUrl, companyId);
  let used = returning;
  try {
    const files = await loadCompanyFiles(restore, returning);
    const confirm = async () => {
      await given.confirm();
      used = [...returning, ...(await listNamedFiles(ownerUrl, companyId))];
    };
    return { rows: await returnCompany({ ...given, confirm }), files };
  } finally {
    await deleteUnnamedFiles(restore.files, used, () => listNamedFiles(ownerUrl, companyId)).catch((error: unknown) =>
      log.warn({ err: error }, 'files that no row names could not be deleted'),
    );
  }
}

/** Erasures of the company until now; undefined where they are not known. */
const readErasures = ({ listErasures, ownerUrl }: CompanyRestore, { id, isInPlace }: Found): Promise<unknown> =>
  isInPlace ? listErasures(id) : findDeletedErasures(ownerUrl, id);

/** Erases again what was erased since, then compares every sum with its rows, and the audit log with its seals. */
async function settleRows(
  scratch: DatabaseAddress,
  restore: CompanyRestore,
  { id: companyId, name }: Found,
  known: unknown,
): Promise<number> {
  const { installations, secrets, log } = restore;
  const database = connectDatabase({ ...scratch, installations, secrets, log });
  try {
    await database.ready;
    const deleteUser = (id: string) => deleteScratchUsers(scratch.ownerUrl, companyId, [id]);
    const count = await restore.repeatErasures(database, companyId, known, deleteUser);
    const fault = await restore.findFault(database, companyId);
    if (fault !== undefined)
      throw new BackupRefused(`${name} is not whole in the backup (${fault}): nothing was restored.`);
    return count;
  } finally {
    await database.close();
  }
}
