import { constants, setPriority } from 'node:os';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import { makeBase } from '../../backup/archive/make-base.ts';
import { pruneArchive } from '../../backup/archive/prune-archive.ts';
import { listNamedFiles } from '../../database/copy/snapshot.ts';
import { findPlaces } from '../../database/embedded/embedded-paths.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { systemClock } from '../../outside/clock.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { CommandFailed, runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('archive')}
Makes a base of the embedded database in ARCHIVE_FOLDER, while the portal runs, which does it by itself every day. From its end on
every point in time can be restored (${toCommandLine('restore', '--until TIME')}). Deletes what no point of the last ARCHIVE_DAYS needs.
`;

async function archive(stop: AbortSignal): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  setPriority(constants.priority.PRIORITY_LOW);
  return withDatabase({ stop }, async ({ config, secrets, database }) => {
    if (config.archive === undefined) throw new CommandFailed('ARCHIVE_FOLDER is not set.');
    const { folder, days } = config.archive;
    const files = await openFiles(config);
    const { keys } = await inspectSecrets(database, secrets);
    const { cluster } = await findPlaces(config.dataDir);
    const base = await makeBase({
      ownerUrl: database.ownerUrl,
      cluster,
      folder,
      encryption: { recipients: config.backup.recipients },
      files,
      sealedBy: [...new Set([nameSecretsKey(secrets.key), ...keys])],
    });
    const named = await listNamedFiles(database.ownerUrl);
    await pruneArchive({ folder, days, named, now: systemClock.now() });
    process.stdout.write(
      `${base.file}: ${base.bytes} bytes. Every moment from ${base.finishedAt} on can be restored.\n`,
    );
    return 0;
  });
}

await runCommand(usage, archive);
