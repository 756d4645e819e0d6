import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAuthorizeCompany } from '../../bench/figures/authorize-company.ts';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, type Portal, removeFolder, waitForDemo } from '../../harness/portal.ts';
import { withOwner } from '../../harness/database.ts';
import { createVerdict, type Check } from '../check.ts';

const [perSecond, loadMs] = [200, 1500];
const maxStopMs = 15_000;

export const sigterm: Check = {
  title: 'SIGTERM under 200 decisions a second over kept connections',
  expected:
    'every call that a connection accepted is answered, its decision stored; exit ≤ 15 s; later calls find no listener',
  async run({ isQuick }) {
    const rounds = isQuick ? 1 : 10;
    const verdict = createVerdict();
    const dataDir = makeDataDir();
    let [answered, refused, slowestMs] = [0, 0, 0];
    const secrets: string[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const program = openKillablePortal(dataDir);
        const portal = await program.current();
        // Until a portal is ready it does not know whether changes are allowed, and denies them.
        await waitForDemo(portal);
        if (secrets.length === 0) secrets.push((await makeAuthorizeCompany(portal)).secret);
        const load = sendSteadily(portal, secrets[0] ?? '');
        await sleep(loadMs);
        const startedAt = performance.now();
        await portal.stop();
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        const outcome = await load.stop();
        verdict.expect(outcome.broken === 0, `${outcome.broken} accepted calls were not answered`);
        verdict.expect(outcome.otherStatus === 0, `${outcome.otherStatus} calls were answered with an error`);
        refused += outcome.refused + outcome.reset.length;
        answered += outcome.allowed.length;
        const again = await openKillablePortal(dataDir).current();
        const stored = await countStored(again, outcome.allowed);
        verdict.expect(
          stored === outcome.allowed.length,
          `${outcome.allowed.length - stored} answered decisions are not stored`,
        );
        const unanswered = await countStored(again, outcome.reset);
        verdict.expect(unanswered === 0, `${unanswered} decisions are stored whose call was cut off`);
        await again.stop();
      }
      verdict.expect(slowestMs <= maxStopMs, `a stop took ${Math.round(slowestMs)} ms`);
      const counts = { answered, 'found no listener': refused, 'slowest stop ms': Math.round(slowestMs) };
      return { rounds, counts, faults: verdict.faults() };
    } finally {
      removeFolder(dataDir);
    }
  },
};

/** Sends at fixed times over kept connections until it is stopped; counts refused connections apart from broken calls. */
function sendSteadily({ url }: Portal, secret: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const allowed: string[] = [];
  // Calls over a kept connection that was closed while they were on their way: a client repeats them.
  const reset: string[] = [];
  let [broken, refused, otherStatus] = [0, 0, 0];
  const calls: Array<Promise<void>> = [];
  const send = async () => {
    const requestId = randomUUID();
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const call = request(`${url}/api/authorize`, { method: 'POST', agent, headers });
    call.end(JSON.stringify({ skill: 'Skill 1', user: { id: 'u-1' }, requestId }));
    try {
      const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode === 200) allowed.push(requestId);
      else otherStatus += 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') refused += 1;
      else if (code === 'ECONNRESET' && call.reusedSocket) reset.push(requestId);
      else broken += 1;
    }
  };
  const timer = setInterval(() => calls.push(send()), 1000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(calls);
      agent.destroy();
      return { allowed, reset, broken, refused, otherStatus };
    },
  };
}

function countStored(portal: Portal, requestIds: readonly string[]): Promise<number> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ stored: number }>(
      'select count(*)::int as stored from budget_reservations where external_id = any($1)',
      [requestIds],
    );
    return rows[0]?.stored ?? 0;
  });
}
