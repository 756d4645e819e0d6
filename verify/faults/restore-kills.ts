import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../harness/portal.ts';
import { toRestoredDraft, unfinishedRestore } from '../../server/database/embedded/cluster.ts';
import { findPlaces } from '../../server/database/embedded/embedded-paths.ts';
import type { Check, Verdict } from '../check.ts';
import { withFaultPortal } from './fault-portal.ts';
import {
  archiveSettings,
  countScratch,
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
  type Found,
  type RestoreWorld,
  type WholeKind,
} from './restore-world.ts';

export const restoreKills: Check = {
  title:
    'SIGKILL of npm run restore at a random moment, every second time of its database too: of a whole backup, to a moment (--until), and of one company in place',
  expected:
    'no start takes a half restore for whole; a repeated one completes; one company is as before or as in the backup; nothing is left behind',
  run: ({ isQuick }) =>
    withFolder((folder) =>
      withFaultPortal(archiveSettings(join(folder, 'archive')), async ({ program, verdict }) => {
        const rounds = isQuick ? 2 : 6;
        const world = await makeRestoreWorld(await program.current(), join(folder, 'archive'), folder);
        const counts: Record<string, string | number> = {};
        for (const kind of wholeKinds) counts[kind] = await killWhole(kind, world, { rounds, verdict });
        counts.company = await killCompany(world, { rounds, verdict });
        return { rounds: rounds * 3, counts };
      }),
    ),
};

interface Trial {
  readonly rounds: number;
  readonly verdict: Verdict;
}

async function killWhole(kind: WholeKind, world: RestoreWorld, { rounds, verdict }: Trial): Promise<string> {
  const whole = makeTarget(world);
  const begunAt = performance.now();
  const { code, said } = await startRestore(kind, world, whole).ended;
  const lastsMs = performance.now() - begunAt;
  if (code !== 0) throw new Error(`A restore (${kind}) without a kill said: ${said}`);
  const expected = await readTarget(whole);
  removeFolder(whole);
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = makeTarget(world);
    const { child, ended } = startRestore(kind, world, dataDir);
    await sleep((lastsMs * (round + Math.random())) / rounds);
    child.kill('SIGKILL');
    await ended;
    if (round % 2 === 1) await killServer(dataDir);
    const state = await judgeStart(kind, dataDir, { expected, verdict });
    outcomes.push(`${state}, ${await repeatWhole(kind, world, dataDir, { expected, verdict })}`);
    await killServer(dataDir);
    removeFolder(dataDir);
  }
  return outcomes.join('; ');
}

/** Whether what a kill has left would be opened by a start, which it may be where all or nothing is there. */
async function judgeStart(
  kind: WholeKind,
  dataDir: string,
  { expected, verdict }: { readonly expected: Found; readonly verdict: Verdict },
): Promise<string> {
  const places = await findPlaces(dataDir);
  const begun = join(toRestoredDraft(places), unfinishedRestore);
  if (![join(places.cluster, 'PG_VERSION'), begun].some(existsSync)) return 'nothing there';
  const opened = await readTarget(dataDir).catch((error: Error) => error.message);
  if (typeof opened === 'string') {
    const isSaid = /has not ended: run it again/.test(opened);
    verdict.expect(isSaid, `a start after a kill (${kind}) said: ${opened.slice(0, 300)}`);
    return 'start refused';
  }
  const { rows, files } = opened;
  if ((rows['public.companies'] ?? '0 ').startsWith('0 ')) return 'empty database';
  verdict.expect(isSame({ rows, files }, expected), `a start takes a half restore (${kind}) for whole`);
  return 'whole';
}

async function killCompany(world: RestoreWorld, { rounds, verdict }: Trial): Promise<string> {
  const { dataDir } = world.portal;
  const restored = await readCompany(world);
  await damageCompany(world);
  const begunAt = performance.now();
  const first = await startRestore('company', world, dataDir).ended;
  const lastsMs = performance.now() - begunAt;
  if (first.code !== 0) throw new Error(`A restore of the company without a kill said: ${first.said}`);
  const differing = listDifferences(await readCompany(world), restored);
  verdict.expect(differing === '', `a restored company is not as in the backup (${differing})`);
  const states: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await damageCompany(world);
    const damaged = await readCompany(world);
    const { child, ended } = startRestore('company', world, dataDir);
    await sleep((lastsMs * (round + Math.random())) / rounds);
    child.kill('SIGKILL');
    await ended;
    const found = await readCompany(world);
    const state = isSame(found, restored) ? 'restored' : isSame(found, damaged) ? 'as before' : 'half';
    states.push(state);
    verdict.expect(state !== 'half', 'a killed restore of a company has left half of it');
    const { code, said } = await startRestore('company', world, dataDir).ended;
    verdict.expect(code === 0, `a repeated restore of a company said: ${said.trim().slice(0, 300)}`);
    const missing = listDifferences(await readCompany(world), restored);
    verdict.expect(missing === '', `a company is not whole after a repeated restore (${missing})`);
    const scratch = await countScratch(world);
    verdict.expect(scratch === 0, `${scratch} copies of the database are left`);
  }
  return states.join(', ');
}
