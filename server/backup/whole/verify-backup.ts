import type { AuditSecrets } from '../../database/audit-chain/audit-keys.ts';
import type { DatabaseLog } from '../../database/connection/log.ts';
import { withScratchDatabase, type DatabaseAddress } from '../../database/copy/scratch-database.ts';
import { connectDatabase, type Database } from '../../database/open-database.ts';
import type { Installation } from '../../database/prepare-database.ts';
import { listCompanyNames } from '#features/company/server/companies/companies.repository.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import type { Decryption } from '../format/encryption.ts';
import { restoreBackup } from './restore-backup.ts';

/** The database whose server gets the scratch database. */
interface Verification extends DatabaseAddress {
  readonly path: string;
  readonly decryption: Decryption;
  readonly secrets: AuditSecrets;
  readonly installations: readonly Installation[];
  readonly log: DatabaseLog;
  readonly inspectSecrets: InspectSecrets;
  /** Drops the scratch database at once, so that the verification fails. */
  readonly stop?: AbortSignal | undefined;
}

export interface Verified {
  readonly companies: number;
  /** Rows of roll-ups that differ from what the rows below them say. */
  readonly differences: number;
  /** Sealed values that were opened in the restored database, and those that no known key opens. */
  readonly sealed: { readonly count: number; readonly unknown: number };
}

/** Opens the sealed values of a database. */
export type InspectSecrets = (
  database: Database,
) => Promise<{ readonly keys: readonly string[]; readonly count: number; readonly unknown: number }>;

/**
 * Restores a backup into a scratch database on the same server, verifies every roll-up there, and opens every sealed value.
 * @throws BackupRefused or DatabaseRefused where it can not be restored
 */
export function verifyBackup({
  path,
  decryption,
  secrets,
  installations,
  log,
  inspectSecrets,
  stop,
  ...server
}: Verification): Promise<Verified> {
  const verify = async (scratch: DatabaseAddress) => {
    const target = { ...scratch, installations, log };
    await restoreBackup(
      { path, decryption },
      { ...target, files: undefined, secretsKeys: undefined, keepsMails: true },
    );
    return verifyRows({ ...target, secrets, inspectSecrets });
  };
  return withScratchDatabase(server, verify, stop);
}

async function verifyRows(target: Omit<Verification, 'path' | 'decryption' | 'stop'>): Promise<Verified> {
  const database = connectDatabase({ ...target, pools: { app: 1, system: 1, actors: 1 } });
  try {
    await database.ready;
    const companies = await database.inSystem('rollups.check', listCompanyNames);
    let differences = 0;
    for (const { id } of companies) {
      for (const { rows } of await verifyRollups(database, id)) differences += rows;
    }
    const { count, unknown } = await target.inspectSecrets(database);
    return { companies: companies.length, differences, sealed: { count, unknown } };
  } finally {
    await database.close();
  }
}
