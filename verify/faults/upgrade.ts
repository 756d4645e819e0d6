import { existsSync, symlinkSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import { withOwner } from '../../harness/database.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { sendAtRate } from '../../harness/load.ts';
import { makeDataDir, removeFolder, serverAlone, startPortal, waitForDemo, type Portal } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { openEmbeddedServer } from '../../server/database/embedded/embedded-server.ts';
import { earlierVersions, type EarlierVersion } from '../../server/database/testing/earlier-versions.ts';
import { startBalancer } from '../../server/testing/balancer.ts';
import { fromRoot, rootDir } from '../../tools/setup/paths.mjs';
import { createVerdict, NotRun, type Check, type Verdict } from '../check.ts';

const perSecond = 20;
const reportsInAll = 10_000;
const quickReportsInAll = 1_200;
const company = 'Upgraded company';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Counts {
  readonly reports: number;
  readonly refused: number;
  readonly lost: number;
  readonly doubled: number;
}

export const upgrade: Check = {
  title:
    'Upgrade of two portals, one after the other, from each of the three versions before (program, packages and tables of its commit), under 20 reports a second through a proxy that repeats nothing',
  expected: 'reports refused 0, lost 0, doubled 0; after `rollups:rebuild` all sums equal their rows',
  async run({ isQuick }) {
    const verdict = createVerdict();
    const reports = Math.ceil((isQuick ? quickReportsInAll : reportsInAll) / earlierVersions.length);
    const sums = { reports: 0, refused: 0, lost: 0, doubled: 0 };
    for (const version of earlierVersions) {
      const counts = await upgradeFrom(version, reports, verdict);
      for (const name of ['reports', 'refused', 'lost', 'doubled'] as const) {
        sums[name] += counts[name];
        if (name !== 'reports') verdict.expect(counts[name] === 0, `${counts[name]} ${name} from ${version.name}`);
      }
    }
    const from = earlierVersions.map(({ commit, lastMigration }) => `${commit.slice(0, 8)} (${lastMigration})`);
    return { rounds: earlierVersions.length, counts: { from: from.join(', '), ...sums }, faults: verdict.faults() };
  },
};

/** Two portals of a version on a database of their own. */
interface Pair {
  readonly older: readonly Portal[];
  /** The folder of the database, and of each portal. */
  readonly store: Portal;
  readonly urls: string[];
  readonly env: NodeJS.ProcessEnv;
  /** Starts this version in the folder of one of them. */
  readonly start: (older: Portal) => Promise<Portal>;
}

/** Replaces two portals of a version by this one, one after the other, while reports come. */
const upgradeFrom = (version: EarlierVersion, reports: number, verdict: Verdict): Promise<Counts> =>
  withPair(version, async ({ older, store, urls, env, start }) => {
    const secret = await makeIntakeKey(store, company);
    const balancer = await startBalancer(urls);
    const sent = sendReports(balancer.url, secret, reports);
    for (const portal of older) {
      await sleep((reports / perSecond / 4) * 1000);
      await portal.stop();
      await waitUntilReady(await start(portal));
    }
    const answers = await sent;
    await balancer.close();
    const stored = await readStored(store);
    const ids = answers.flatMap(({ id, status }) => (status === 200 ? [id] : []));
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, text } of others) verdict.fail(`a report was answered ${status}: ${text.slice(0, 200)}`);
    const left = await rebuildSums(env);
    verdict.expect(left === undefined, `sums differ from their rows after ${version.name}: ${left}`);
    return {
      reports: answers.length,
      refused: others.length,
      lost: ids.filter((id) => !stored.has(id)).length,
      doubled: [...stored.values()].filter((times) => times !== 1).length,
    };
  });

/**
 * Makes anew what an older version did not keep, which a month's first view does too, and verifies all sums.
 * @returns what differs afterwards
 */
async function rebuildSums(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const run = (command: string) =>
    runProgram(process.execPath, ['server/commands/money/rollups.ts', command], rootDir, env);
  await run('rebuild');
  const { exitCode, everything } = await run('verify');
  return exitCode === 0 ? undefined : everything.trim().split('\n').at(-1);
}

async function withPair(version: EarlierVersion, work: (pair: Pair) => Promise<Counts>): Promise<Counts> {
  const folder = await checkOut(version);
  const dataDirs = [makeDataDir(), makeDataDir(), makeDataDir()] as const;
  const server = await openEmbeddedServer({ dataDir: dataDirs[0], log });
  const env = {
    ...process.env,
    DATABASE_URL: server.ownerUrl,
    DATA_DIR: dataDirs[1],
    AUTH_SECRET: 'auth-secret-of-two-portals-0123456789',
    SECRETS_KEY: 'key-of-the-secrets-of-two-portals-0123456789',
    // As compose.yaml sets it: on a busy machine the proxy's question takes its time.
    DRAIN_SECONDS: '5',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const running: Portal[] = [];
  const urls: string[] = [];
  const start = async (dataDir: string, cwd: string) => {
    const portal = await startPortal({ args: serverAlone, cwd, dataDir, env, limitMs: 300_000 });
    running.push(portal);
    urls.push(portal.url);
    return portal;
  };
  try {
    const older = [await start(dataDirs[1], folder), await start(dataDirs[2], folder)] as const;
    for (const portal of older) await waitForDemo(portal);
    const store = { ...older[0], dataDir: dataDirs[0] };
    return await work({ older, store, urls, env, start: ({ dataDir }) => start(dataDir, rootDir) });
  } finally {
    for (const portal of running) await portal.stop();
    await server.stop();
    dataDirs.forEach(removeFolder);
  }
}

/** The files of a commit beside this one, with these packages where its lockfile is the same, and these pages, which are not asked for. */
async function checkOut({ commit }: EarlierVersion): Promise<string> {
  const folder = fromRoot('.tmp', 'upgrade', commit.slice(0, 12));
  if (!existsSync(folder)) {
    const made = await runProgram('git', ['worktree', 'add', '--force', '--detach', folder, commit], rootDir);
    if (made.exitCode !== 0) throw new NotRun(`the history has no commit ${commit}`);
    const compared = await runProgram('git', ['diff', '--quiet', commit, 'HEAD', '--', 'package-lock.json'], rootDir);
    if (compared.exitCode === 0) symlinkSync(fromRoot('node_modules'), `${folder}/node_modules`);
    else await runProgram('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], folder);
    await mkdir(`${folder}/dist`, { recursive: true });
    await cp(fromRoot('dist', 'web'), `${folder}/dist/web`, { recursive: true });
  }
  return folder;
}

/** Reports one new conversation at a time; one that is not answered is refused, too. */
function sendReports(url: string, secret: string, count: number) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return sendAtRate({ perSecond, forMs: (count / perSecond) * 1000 }, async () => {
    const conversations = makeConversations(1);
    const init = { method: 'POST', headers, body: JSON.stringify({ conversations }) };
    const answer = await fetch(`${url}/api/intake/conversations`, init).catch(() => undefined);
    const text = (await answer?.text().catch(() => undefined)) ?? '';
    return { id: conversations[0]?.id ?? '', status: answer?.status ?? 0, text };
  });
}

async function waitUntilReady({ url }: Portal): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100);
  }
}

/** How often each conversation of the company is stored, with its messages. */
const readStored = (store: Portal) =>
  withOwner(store, async (client) => {
    const { rows } = await client.query<{ id: string; times: number }>(
      `select c.external_id as id, (count(*) / 2.0)::float8 as times
        from conversations c join companies o on o.id = c.company_id
          join messages m on m.company_id = c.company_id and m.conversation_id = c.id
        where o.name = $1 group by c.external_id`,
      [company],
    );
    return new Map(rows.map(({ id, times }) => [id, times]));
  });
