import { isEncrypting, type Decryption } from '../../backup/format/encryption.ts';
import { makeBackup } from '../../backup/whole/make-backup.ts';
import { nameBackup } from '../../backup/whole/backup-names.ts';
import { restoreCompany, type RestoredCompany } from '../../backup/company/restore-company.ts';
import { createErasureRepeater, findCompanyFault } from '../../app/restored-rows.ts';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import { recordRestore, recordRestoreBegin } from '#features/company/server/companies/restored-companies.service.ts';
import { isDistributed } from '../../database/distribution/distribute.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { findLogins } from '../../database/open-database.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { systemClock } from '../../outside/clock.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { CommandFailed, withDatabase } from '../run-command.ts';

interface Given {
  readonly path: string;
  readonly decryption: Decryption;
  readonly company: string;
  readonly replaced: string | undefined;
  readonly isWithoutErasures: boolean;
  readonly isAnyKey: boolean;
  readonly stop: AbortSignal;
}

/** `npm run restore -- FILE --company …`, beside portals that go on. */
export function restoreOneCompany({ isAnyKey, stop, ...given }: Given): Promise<number> {
  return withDatabase({ stop, endsItself: true }, async ({ config, secrets, database, log }) => {
    if (await withOwner(database.ownerUrl, isDistributed)) {
      throw new CommandFailed('The database is distributed: one company is not restored into it.');
    }
    const logins = findLogins(config.database, database.ownerUrl, secrets.key);
    const files = await openFiles(config);
    const repeater = createErasureRepeater(systemClock);
    const installations = [installJobs];
    const { recipients, passphrase, folder } = config.backup;
    const encryption = { recipients, passphrase };
    const backUp = async () => {
      const path = nameBackup(folder, encryption, systemClock.now());
      const inspect = (inspected: typeof database) => inspectSecrets(inspected, secrets);
      const parts = {
        database,
        logins,
        files,
        secrets,
        installations,
        inspectSecrets: inspect,
        clock: systemClock,
        log,
      };
      // The verification of the restore itself follows; a backup that can not be read is noticed as it is written.
      await makeBackup(parts, { path, encryption, decryption: undefined, stop });
      process.stdout.write(`What is here is kept in ${path}${isEncrypting(encryption) ? '' : ' (not encrypted)'}.\n`);
    };
    const restored = await restoreCompany({
      ...given,
      ownerUrl: database.ownerUrl,
      logins,
      installations,
      files,
      secrets,
      clock: systemClock,
      log,
      secretsKeys: isAnyKey ? undefined : [secrets.key, ...secrets.olderKeys].map(nameSecretsKey),
      listErasures: (companyId) => repeater.listErasures(database, companyId),
      repeatErasures: repeater.repeatErasures,
      findFault: findCompanyFault,
      backUp,
      recordBegin: (found) => recordRestoreBegin({ database, clock: systemClock }, found),
      stop,
    });
    const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0);
    await recordRestore({ database, clock: systemClock }, { ...restored.company, ...restored, rows });
    process.stdout.write(describeRestore(restored, rows));
    return 0;
  });
}

function describeRestore(
  { company, rows, files, accounts, erasures, isInPlace }: RestoredCompany,
  count: number,
): string {
  const lines = [
    `${company.name} is as it was at ${company.madeAt.toISOString()}: ${count} rows of ${Object.keys(rows).length} tables, ${files.count} files.`,
    ...files.missing.map((name) => `The backup has no file ${name}, which a row names.`),
    `Every sum was compared with its rows, and number and sum of the rows of each table with those of the backup.`,
    ...(erasures === undefined
      ? ['What was erased since the backup is not known, so that it is here again: erase it anew.']
      : []),
    ...(erasures ? [`${erasures} deletions and erasures that were requested since were carried out again.`] : []),
    ...(accounts > 0 ? [`${accounts} persons have an account again: each sets a new password (Forgot password).`] : []),
    isInPlace
      ? 'Users, rights, keys, single sign-on, papers, payments and the audit log are those of today.'
      : 'Its intake keys are revoked: make new ones.',
    'It is suspended: look at it, then reactivate it (Companies).',
  ];
  return `${lines.join('\n')}\n`;
}
