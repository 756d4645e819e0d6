import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { jobSchema } from '../../../server/outside/jobs/job-queues.ts';
import { makeCompanyMessages } from './company-messages.ts';
import { getDatabaseUrls, withOwner } from '../../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { openSession } from '../../../harness/session.ts';
import { watch } from '../../watched-work.ts';
import { makeConversations } from '../intake-conversations.ts';

const pollMs = 100;

export const companyExport = {
  title: 'Export and deletion of a company with millions of messages',
  method:
    'Companies of 1 and 3 million messages (ten in a conversation, each with its billed run) are exported, the archive is downloaded and the company deleted, while another company lists its users and sends a batch of 50 conversations, two of each a second. Growth of memory: the highest resident memory of the server over the highest of ten seconds in which it only served. Stop: the longest answer of `/api/health`, asked for every 2 ms. Calls of the other company that are not answered 200, and statements that the database ended at their time limit.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const serving = await serve(portal);
      // Code is compiled and statements are prepared by then, as in a portal that has run for a minute.
      await sleep(isQuick ? 5000 : 15_000);
      const readings: Reading[] = [];
      for (const [name, messages] of isQuick ? [['100,000', 1e5] as const] : sizes) {
        const companyId = await makeCompanyMessages(portal, `Bench ${name}`, messages);
        // Before, because a sign-in hashes a password in tens of megabytes.
        const headers = await openCompany(portal, companyId);
        const idle = await watch(portal, () => sleep(10_000));
        const steps = [
          { step: 'export', work: () => exportCompany(portal, headers) },
          { step: 'download', work: () => downloadExport(portal, headers) },
          { step: 'deletion', work: () => deleteCompany(portal, companyId) },
        ];
        for (const { step, work } of steps) {
          const seen = await watch(portal, work);
          const title = `${step} of ${name} messages`;
          readings.push(
            atMost(`${title}: memory`, '64 MB', Math.max(0, seen.megabytes - idle.megabytes), {
              before: idle.megabytes,
            }),
            atMost(`${title}: longest stop`, '200 ms', seen.stopMs, { idleStopMs: idle.stopMs }),
            note(`${title}: time`, seen.seconds, 's'),
          );
        }
      }
      const { calls, failed } = await serving.end();
      return [
        ...readings,
        atMost('failed calls of the other company', '0', failed, { calls }),
        atMost('statements ended at their time limit', '0', countTimeouts(portal)),
      ];
    });
  },
};

const sizes = [['1 million', 1e6] as const, ['3 million', 3e6] as const];

/** The calls of another company until the end. */
async function serve(portal: Portal) {
  const key = await makeIntakeKey(portal, 'Bench beside');
  let [isOver, calls, failed, openedAt, token] = [false, 0, 0, -Infinity, ''];
  const call = async (path: string, sent: RequestInit) => {
    calls += 1;
    const answer = await fetch(`${portal.url}/api${path}`, sent);
    await answer.arrayBuffer();
    if (answer.status !== 200) failed += 1;
  };
  const serving = (async () => {
    while (!isOver) {
      if (performance.now() - openedAt > 200_000) {
        ({ token } = await openSession(portal, 'superadmin@acme.example'));
        openedAt = performance.now();
      }
      await call('/users', { headers: { authorization: `Bearer ${token}` } });
      await call('/intake/conversations', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ conversations: makeConversations(50) }),
      });
      await sleep(500);
    }
  })();
  return {
    async end() {
      isOver = true;
      await serving;
      return { calls, failed };
    },
  };
}

type Caller = Readonly<Record<string, string>>;

/** Good for five minutes. */
async function openCompany(portal: Portal, companyId: string): Promise<Caller> {
  const { token } = await openSession(portal, 'operator@steward.example');
  return { authorization: `Bearer ${token}`, 'x-company': companyId };
}

interface Export {
  readonly id: string;
  readonly state: string;
}

async function exportCompany(portal: Portal, headers: Caller): Promise<void> {
  const address = `${portal.url}/api/privacy/exports`;
  const requested = await fetch(address, { method: 'POST', headers });
  if (requested.status !== 201)
    throw new Error(`The export is answered ${requested.status}: ${await requested.text()}`);
  for (;;) {
    const { state } = await findExport(portal, headers);
    if (state === 'ready') return;
    if (state === 'failed') throw new Error('The export has failed.');
    await sleep(pollMs);
  }
}

async function findExport({ url }: Portal, headers: Caller): Promise<Export> {
  const answer = await fetch(`${url}/api/privacy/exports`, { headers });
  const [found] = (await answer.json()) as Export[];
  if (!found) throw new Error('There is no export.');
  return found;
}

async function downloadExport(portal: Portal, headers: Caller): Promise<void> {
  const { id } = await findExport(portal, headers);
  const answer = await fetch(`${portal.url}/api/privacy/exports/${id}/file`, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`The archive is answered ${answer.status}.`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length;
  if (bytes === 0) throw new Error('The archive is empty.');
}

/** Deletes the company as if its waiting time were over: runs the hourly work now. */
async function deleteCompany(portal: Portal, companyId: string): Promise<void> {
  const { ownerUrl } = await getDatabaseUrls(portal);
  await withOwner(portal, (client) =>
    client.query(
      `update companies set deletion_due_at = now() - interval '1 hour', deletion_reason = 'Bench' where id = $1`,
      [companyId],
    ),
  );
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: jobSchema,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  await boss.start();
  await boss.send('housekeeping', {});
  await boss.stop({ graceful: false });
  await withOwner(portal, async (client) => {
    const isDone = async () =>
      (await client.query('select from company_deletions where id = $1 and finished_at is not null', [companyId])).rows
        .length > 0;
    while (!(await isDone())) await sleep(pollMs);
  });
}

const countTimeouts = ({ dataDir }: Portal) =>
  readFileSync(join(dataDir, 'portal.log'), 'utf8').split('due to statement timeout').length - 1;
