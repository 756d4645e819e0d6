import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getDatabaseUrls } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { npmStart, type Portal, startPortal, waitForDemo, withDataDir } from '../../harness/portal.ts';
import { listFamily, readResidentMemory } from '../resident-memory.ts';
import { openSession } from '../../harness/session.ts';

export const memory = {
  title: 'Resident memory, server and database',
  method:
    'The server and all processes of its PostgreSQL, from `/proc/<pid>/smaps`, every shared page counted once: idle half a minute after a start on existing data, and idle again after 400 calls. Linux only.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    return withDataDir(async (dataDir) => {
      const first = await startPortal({ args: npmStart, dataDir });
      await waitForDemo(first);
      await first.stop();
      const portal = await startPortal({ args: npmStart, dataDir });
      return measureIdle(portal, isQuick ? 5000 : 30_000).finally(portal.stop);
    });
  },
};

async function measureIdle(portal: Portal, pauseMs: number): Promise<Reading[]> {
  await sleep(pauseMs);
  const idle = await readPortal(portal);
  const { token } = await openSession(portal, 'superadmin@acme.example');
  for (let call = 0; call < 400; call += 1) {
    const answer = await fetch(`${portal.url}/api/users`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
  }
  await sleep(pauseMs);
  const used = await readPortal(portal);
  const rssSum = idle.processes.reduce((sum, { rssMegabytes }) => sum + rssMegabytes, 0);
  return [
    atMost('idle, shared pages once', '225 MB', idle.togetherMegabytes, { ...idle }),
    note('the same by proportional shares (PSS)', idle.pssMegabytes, 'MB'),
    note('the same as plain sum, shared pages many times', rssSum, 'MB'),
    note('after 400 calls, shared pages once', used.togetherMegabytes, 'MB', { ...used }),
  ];
}

async function readPortal(portal: Portal) {
  const { pidFile } = await getDatabaseUrls(portal);
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const family = [...listFamily(portal.pid), ...listFamily(postmaster)];
  return readResidentMemory([...new Set(family)]);
}
