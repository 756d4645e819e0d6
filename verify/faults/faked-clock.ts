import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareBinaries } from '../../server/database/embedded/binaries.ts';
import { findPlaces } from '../../server/database/embedded/embedded-paths.ts';
import { openEmbeddedServer } from '../../server/database/embedded/embedded-server.ts';
import { NotRun } from '../check.ts';

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
/** The library reads the file anew after one second, counted in whole ones. */
const settleMs = 2500;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface FakedClock {
  /** For the environment of the portal, which starts its database in another one, by the machine's clock. */
  readonly settings: NodeJS.ProcessEnv;
  /** Starts the database of the data folder by this clock. The next portal takes it over, and stops it. */
  startDatabase(): Promise<void>;
  /** Sets the offset in the notation of libfaketime, e.g. `+1d`; `+0` is the machine's own time. */
  set(offset: string): Promise<void>;
}

/** @throws NotRun without libfaketime */
export function openFakedClock(dataDir: string): FakedClock {
  if (library === undefined) throw new NotRun('libfaketime is not installed (Debian’s package libfaketime)');
  const path = join(dataDir, 'clock');
  writeFileSync(path, '+0');
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return {
    settings,
    startDatabase: () => startDatabase(dataDir, settings),
    async set(offset) {
      writeFileSync(path, offset);
      await sleep(settleMs);
    },
  };
}

async function startDatabase(dataDir: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const { account, binaryCopies, cluster, folder, serverLog } = await findPlaces(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await (await openEmbeddedServer({ dataDir, log: quiet })).stop();
  const binaries = await prepareBinaries(account, binaryCopies);
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...settings };
  const args = ['start', '-D', cluster, '-l', serverLog, '-w', '-t', '60'];
  await promisify(execFile)(join(binaries, 'bin/pg_ctl'), args, { ...account.identity, cwd: folder, env });
}
