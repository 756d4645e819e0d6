import { connectDatabase, type Database } from '../database/open-database.ts';
import type { AuditSecrets } from '../database/audit-chain/audit-keys.ts';
import { withBackupLock } from '../database/copy/backup-lock.ts';
import { createCompanyFilter } from '../database/copy/company-line-filter.ts';
import { returnCompany, type Returned } from '../database/copy/return-company.ts';
import {
  checkReturn,
  deleteScratchUsers,
  findDeletedErasures,
  findPresentCompany,
  matchPersons,
  type ReturnEnds,
} from '../database/copy/scratch-company.ts';
import {
  dropLeftScratchDatabases,
  withScratchDatabase,
  type DatabaseAddress,
} from '../database/copy/scratch-database.ts';
import { listNamedFiles } from '../database/copy/snapshot.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import { BackupRefused } from './backup-refused.ts';
import { findCompany, type FoundCompany } from './company-entries.ts';
import { loadCompanyFiles } from './company-files.ts';
import type { Decryption } from './encryption.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';

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
  readonly files: Pick<FileStore, 'find' | 'put'>;
  readonly secrets: AuditSecrets;
  readonly clock: Clock;
  /** Name or id of the company. */
  readonly company: string;
  /** Its name as it is today, where it is to give way to the backup. */
  readonly replaced: string | undefined;
  /** Erasures of a company that is here. */
  readonly listErasures: (companyId: string) => Promise<unknown>;
  readonly repeatErasures: RepeatErasures;
  /** A sum or a seal of the company that differs from its rows. */
  readonly findFault: (database: Database, companyId: string) => Promise<string | undefined>;
  /** Before anything is changed of a company that is here. */
  readonly backUp: () => Promise<void>;
  readonly stop?: AbortSignal | undefined;
}

export interface RestoredCompany {
  readonly company: FoundCompany;
  readonly isInPlace: boolean;
  readonly rows: Returned;
  readonly accounts: number;
  readonly erasures: number;
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
  if (isInPlace) await restore.backUp();
  const work = () =>
    withScratchDatabase(restore, (scratch) => restoreInto(scratch, restore, { ...found, isInPlace }), restore.stop);
  return withBackupLock(ownerUrl, dropLeftScratchDatabases, work);
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
  const erasures = await settleRows(scratch, restore, found);
  const returning = await matchPersons(ends);
  const files = await loadCompanyFiles(restore, await listNamedFiles(scratch.ownerUrl, companyId));
  const rows = await returnCompany({
    ...ends,
    accountIds: returning,
    isInPlace,
    now: clock.now(),
    stop,
  });
  return { company: found, isInPlace, rows, accounts: returning.length, erasures, files };
}

/** Erases again what was erased since, then compares every sum with its rows, and the audit log with its seals. */
async function settleRows(scratch: DatabaseAddress, restore: CompanyRestore, found: Found): Promise<number> {
  const { installations, secrets, log, ownerUrl } = restore;
  const { id: companyId, name, isInPlace } = found;
  const database = connectDatabase({ ...scratch, installations, secrets, log });
  try {
    await database.ready;
    const known = isInPlace ? await restore.listErasures(companyId) : await findDeletedErasures(ownerUrl, companyId);
    const deleteUser = (id: string) => deleteScratchUsers(scratch.ownerUrl, companyId, [id]);
    const count = await restore.repeatErasures(database, companyId, known ?? [], deleteUser);
    const fault = await restore.findFault(database, companyId);
    if (fault !== undefined)
      throw new BackupRefused(`${name} is not whole in the backup (${fault}): nothing was restored.`);
    return count;
  } finally {
    await database.close();
  }
}
