import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { isLastVerified, listLatestBackups } from '#features/company/server/operations/operations.repository.ts';
import { findArchiver } from '../../database/embedded/base-backup.ts';
import { findPlaces } from '../../database/embedded/embedded-paths.ts';
import { findLastBaseTime } from '../../lib/base-names.ts';
import { inspectSecrets } from '../inspect-secrets.ts';
import { lookInto } from './database-checks.ts';
import { fault, left, ok, warning, type Check, type DoctorParts, type Finding, type LightParts } from './check.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const hourMs = 60 * 60_000;
/** A backup may take its time; a missed day shows. */
const lateHours = 26;
const mebibyte = 1024 * 1024;
const lowBytes = 1024 * mebibyte;

const toRoom = (bytes: number) =>
  bytes < 10 * lowBytes ? `${Math.floor(bytes / mebibyte)} MiB` : `${Math.floor(bytes / lowBytes)} GiB`;

async function checkDisk({ config, readFree }: DoctorParts): Promise<readonly Finding[]> {
  const free = await readFree();
  const reserve = config.diskReserveBytes;
  if (free < reserve)
    return [fault(`The disk of DATA_DIR is full (${toRoom(free)} free), so that reports are denied: free some space.`)];
  return free < lowBytes
    ? [warning(`The disk of DATA_DIR has ${toRoom(free)} free: free some space, or take a larger one.`)]
    : [ok(`${toRoom(free)} are free on the disk of DATA_DIR.`)];
}

const checkBackups = (parts: DoctorParts) =>
  lookInto(parts, async ({ inSystem }) => {
    const backups = await inSystem('operations.get', (tx) => listLatestBackups(tx));
    const { at, isVerified, folder } = parts.config.backup;
    const command = toCommandLine('backup');
    const plan = at === undefined ? `set BACKUP_AT, or run ${command}` : `run ${command}`;
    const lastTried = backups.at(-1);
    if (lastTried === undefined) return [warning(`There is no backup yet: ${plan}.`)];
    if (lastTried.error !== null) return [fault(`The last backup failed or could not be verified: ${lastTried.error}`)];
    const hours = Math.floor((parts.clock.now().getTime() - lastTried.startedAt.getTime()) / hourMs);
    const { bytes, file } = lastTried;
    const hasFile =
      file === null ||
      (await stat(file).then(
        () => true,
        () => false,
      ));
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
    const found = [
      hours > lateHours && (at === undefined ? warning : fault)(`The last backup is ${hours} hours old: ${plan}.`),
      !hasFile &&
        warning(`The file of the last backup is not on this machine (${file}): look whether it is kept elsewhere.`),
      isVerified &&
        !isLastVerified(backups) &&
        warning(`The last backup was not verified by a restore: run ${command} without --no-verify.`),
      free !== undefined &&
        bytes !== null &&
        free < bytes &&
        fault(
          `BACKUP_FOLDER has less room (${toRoom(free)}) than the last backup took: free some space, or lower BACKUP_KEEP.`,
        ),
    ].filter((each) => each !== false);
    return found.length > 0 ? found : [ok(`The last backup is ${hours} hours old and complete.`)];
  });

const lateArchiveMs = 10 * 60_000;

/** Copies for the archive wait a second, unless it takes none. */
async function checkArchive(parts: LightParts): Promise<readonly Finding[]> {
  const { archive, dataDir } = parts.config;
  if (archive === undefined) return [left('No archive is set (ARCHIVE_FOLDER).')];
  for (const folder of [(await findPlaces(dataDir)).wal, archive.waitingFiles]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found === undefined || Date.now() - found.mtimeMs < lateArchiveMs) continue;
      return [
        fault(
          `The archive takes nothing, and ${folder} grows: look at ARCHIVE_FOLDER, and at what the log says of it.`,
        ),
      ];
    }
  }
  const base = describeBase(await findLastBaseTime(archive.folder), parts.clock.now());
  return base ? [base] : lookInto(parts, ({ withOwner }) => withOwner(describeArchiver));
}

function describeBase(latest: Date | undefined, now: Date): Finding | undefined {
  const command = toCommandLine('archive');
  if (latest === undefined)
    return warning(
      `The archive has no base yet, from which a moment could be restored: the portal makes one after its start, and ${command} at once.`,
    );
  const hours = Math.floor((now.getTime() - latest.getTime()) / hourMs);
  if (hours <= lateHours) return undefined;
  return fault(`The last base of the archive is ${hours} hours old: run ${command}, and look at what it says.`);
}

async function describeArchiver(owner: pg.Client): Promise<readonly Finding[]> {
  const { isOn, isFailing } = await findArchiver(owner);
  if (!isOn) return [fault('The database was started without ARCHIVE_FOLDER: stop the portal, and start it anew.')];
  if (isFailing)
    return [
      fault('The database can not copy what it writes aside for the archive: look at postgres/server.log in DATA_DIR.'),
    ];
  return [ok('The archive takes what is written.')];
}

const checkSecrets = (parts: DoctorParts) =>
  lookInto(parts, async (database) => {
    const { count, unknown } = await inspectSecrets(database, parts.secrets);
    if (unknown === 0) return [ok(`SECRETS_KEY opens all ${count} sealed values.`)];
    const text = `${unknown} of ${count} sealed values open with no known SECRETS_KEY: put their key into SECRETS_KEYS_OLD.`;
    return [unknown === count ? fault(text) : warning(text)];
  });

export const storeChecks: readonly Check[] = [
  { id: 'disk', run: checkDisk },
  { id: 'archive', isLight: true, run: checkArchive },
  { id: 'backup', run: checkBackups },
  { id: 'secrets', run: checkSecrets },
];
