import type { AuditSecrets } from '../database/audit-chain/audit-keys.ts';
import type { DatabaseLog } from '../database/connection/log.ts';
import { withScratchDatabase } from '../database/copy/scratch-database.ts';
import type { DatabaseAddress } from '../database/copy/scratch-database.ts';
import { connectDatabase } from '../database/open-database.ts';
import type { Installation } from '../database/prepare-database.ts';
import { listCompanyNames } from '../features/companies/companies.repository.ts';
import { verifyRollups } from '../features/intake/rollups/rollup-upkeep.service.ts';
import type { Decryption } from './encryption.ts';
import { restoreBackup } from './restore-backup.ts';

/** The database whose server gets the scratch database. */
interface Verification extends DatabaseAddress {
  readonly path: string;
  readonly decryption: Decryption;
  readonly secrets: AuditSecrets;
  readonly installations: readonly Installation[];
  readonly log: DatabaseLog;
  /** Drops the scratch database at once, so that the verification fails. */
  readonly stop?: AbortSignal | undefined;
}

export interface Verified {
  readonly companies: number;
  /** Rows of roll-ups that differ from what the rows below them say. */
  readonly differences: number;
}

/**
 * Restores a backup into a scratch database on the same server and verifies every roll-up there.
 * @throws BackupRefused or DatabaseRefused where it can not be restored
 */
export function verifyBackup({
  path,
  decryption,
  secrets,
  installations,
  log,
  stop,
  ...server
}: Verification): Promise<Verified> {
  const verify = async (scratch: DatabaseAddress) => {
    const target = { ...scratch, installations, log };
    await restoreBackup(
      { path, decryption },
      { ...target, files: undefined, secretsKeys: undefined, keepsMails: true },
    );
    return verifySums({ ...target, secrets });
  };
  return withScratchDatabase(server, verify, stop);
}

async function verifySums(target: Omit<Verification, 'path' | 'decryption' | 'stop'>): Promise<Verified> {
  const database = connectDatabase({ ...target, pools: { app: 1, system: 1, actors: 1 } });
  try {
    await database.ready;
    const companies = await database.withSystem('rollups.check', listCompanyNames);
    let differences = 0;
    for (const { id } of companies) {
      for (const { rows } of await verifyRollups(database, id)) differences += rows;
    }
    return { companies: companies.length, differences };
  } finally {
    await database.close();
  }
}
