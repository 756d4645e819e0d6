import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { removeFolder, waitForDemo } from '../../harness/portal.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';
import { fill, mountDisk } from './full-disk.ts';
import {
  archiveSettings,
  damageCompany,
  isSame,
  killServer,
  listDifferences,
  makeRestoreWorld,
  makeTarget,
  readCompany,
  readTarget,
  repeatWhole,
  startRestore,
  wholeKinds,
  withFolder,
  type RestoreWorld,
  type WholeKind,
} from './restore-world.ts';

const portalMebibytes = 2000;
const plentyMebibytes = 1500;
const mebibyte = 1024 * 1024;
const refillMs = 100;
/** Parts of the room that a restore takes. */
const shares = [0.2, 0.4, 0.6, 0.8, 0.95];

export const restoreDisk: Check = {
  title:
    'The disk full during npm run restore: of a whole backup and to a moment (--until) on disks of a part of the room that they take, and of one company in place on the full disk of the portal',
  expected:
    'each ends with exit code 1 and a reason that names the room; what is left is never taken for whole; with room a repeated one completes; the company is as before, or as in the backup where the room did do',
  run: ({ isQuick }) =>
    withFolder(async (folder) => {
      const archive = join(folder, 'archive');
      const dataDir = mountDisk(portalMebibytes);
      const program = openKillablePortal(dataDir, archiveSettings(archive));
      const verdict = createVerdict();
      try {
        const portal = await program.current();
        await waitForDemo(portal);
        const world = await makeRestoreWorld(portal, archive, folder);
        const counts: Record<string, string | number> = {};
        const tried = isQuick ? [0.6] : shares;
        for (const kind of wholeKinds) counts[kind] = await fillWhole(kind, world, tried, verdict);
        counts.company = await fillCompany(world, isQuick ? [0] : [0, 5, 10], verdict);
        return { rounds: 2 * tried.length + (isQuick ? 1 : 3), counts, faults: verdict.faults() };
      } finally {
        await (await program.current().catch(() => undefined))?.stop();
        unmount(dataDir);
      }
    }),
};

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
  removeFolder(folder);
}

/** In MiB. */
function measure(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0);
  return Math.ceil(bytes / mebibyte);
}

const isReason = (said: string) => /no space|ENOSPC|disk is full|disk full|room/i.test(said);

async function fillWhole(
  kind: WholeKind,
  world: RestoreWorld,
  tried: readonly number[],
  verdict: Verdict,
): Promise<string> {
  const whole = makeTarget(world);
  const { code, said } = await startRestore(kind, world, whole).ended;
  if (code !== 0) throw new Error(`A restore (${kind}) with room said: ${said}`);
  const taken = measure(whole);
  const expected = await readTarget(whole);
  removeFolder(whole);
  const outcomes: string[] = [];
  for (const share of tried) {
    const size = Math.ceil(taken * share);
    const dataDir = makeTarget(world, mountDisk(size));
    const failed = await startRestore(kind, world, dataDir).ended;
    const isRefused = failed.code === 1 && isReason(failed.said);
    verdict.expect(
      isRefused,
      `on a full disk (${kind}) it ended with ${failed.code}: ${failed.said.trim().slice(0, 300)}`,
    );
    execFileSync('mount', ['-o', `remount,size=${plentyMebibytes}m`, dataDir]);
    outcomes.push(`${size} of ${taken} MiB, ${await repeatWhole(kind, world, dataDir, { expected, verdict })}`);
    await killServer(dataDir);
    unmount(dataDir);
  }
  return outcomes.join('; ');
}

/**
 * Fills the disk until it is ended, which makes room again. Without `isKept` what is freed meanwhile is left, such as archived segments of
 * the write-ahead log, which are room enough for a company.
 */
function fillDisk(dataDir: string, left: number, isKept: boolean) {
  const fillers: string[] = [];
  const fillRest = (rest: number) => {
    const filler = join(dataDir, `filler-${fillers.length}`);
    fillers.push(filler);
    fill(filler, rest);
  };
  fillRest(left);
  const filling = isKept ? setInterval(() => fillRest(0), refillMs) : undefined;
  return () => {
    clearInterval(filling);
    for (const filler of fillers) rmSync(filler);
  };
}

/** @param left MiB that are free on the disk of the portal when the restore begins; the backup that it makes first is elsewhere */
async function fillCompany(world: RestoreWorld, left: readonly number[], verdict: Verdict): Promise<string> {
  const { dataDir } = world.portal;
  const elsewhere = { BACKUP_FOLDER: join(world.backup, '../before') };
  const restored = await readCompany(world);
  const outcomes: string[] = [];
  for (const free of left) {
    await damageCompany(world);
    const damaged = await readCompany(world);
    const makeRoom = fillDisk(dataDir, free * mebibyte, free === 0);
    const { code, said } = await startRestore('company', world, dataDir, elsewhere).ended;
    makeRoom();
    const found = await readCompany(world);
    const isDone = code === 0 && isSame(found, restored);
    verdict.expect(
      isDone || isSame(found, damaged),
      `a restore that ended with ${code} has left a half of the company`,
    );
    verdict.expect(isDone || isReason(said), `on the full disk of the portal it said: ${said.trim().slice(0, 300)}`);
    const repeated = await startRestore('company', world, dataDir, elsewhere).ended;
    verdict.expect(repeated.code === 0, `with room again it said: ${repeated.said.trim().slice(0, 300)}`);
    const missing = listDifferences(await readCompany(world), restored);
    verdict.expect(missing === '', `with room again a company is not whole (${missing})`);
    outcomes.push(`${free} MiB free, ${isDone ? 'restored' : 'as before'}`);
  }
  verdict.expect(/as before/.test(outcomes.join('; ')), 'no restore of a company met the full disk');
  return outcomes.join('; ');
}
