import pg from 'pg';
import { expect, test } from 'vitest';
import { listServers } from '#server/database/testing/test-server.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { makeAssistant } from './testing/assistant.ts';

const portal = useTestPortal();

test('repeated calls over cut connections spend exactly the budget, each run once', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  await assistant.limitCompany(60);
  const { database } = portal();
  let isOver = false;
  const owners = listServers(database.ownerUrl).map((connectionString) => new pg.Client({ connectionString }));
  for (const owner of owners) await owner.connect();
  /** Cuts the active connections a few dozen times. */
  const cut = async () => {
    let cuts = 0;
    while (!isOver && cuts < 30) {
      for (const owner of owners) {
        const { rowCount } = await owner.query(
          `select pg_terminate_backend(pid, 0::bigint) from pg_stat_activity
            where datname = current_database() and application_name = 'steward app' and state <> 'idle' limit 1`,
        );
        cuts += rowCount ?? 0;
      }
    }
    return cuts;
  };
  const insist = async (path: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const answer = await assistant.post(path, body);
    return [429, 503].includes(answer.status) ? insist(path, body) : answer;
  };
  const cutting = cut();
  const settled = await Promise.all(
    Array.from({ length: 120 }, async (_, place) => {
      const { status, body } = await insist('/authorize', { skill: 'Leave', requestId: `run-${place}` });
      const { decision, reservation } = body as { decision: string; reservation: string };
      expect(status).toBe(200);
      if (decision === 'deny') return 'denied';
      return (await insist(`/authorize/${reservation}/commit`)).status;
    }),
  );
  isOver = true;
  expect(await cutting).toBeGreaterThan(5);
  for (const owner of owners) await owner.end();
  expect(settled.filter((each) => each === 200)).toHaveLength(60);
  expect(settled.filter((each) => each === 'denied')).toHaveLength(60);
  expect(await assistant.rows('usage_events')).toHaveLength(60);
  expect(await verifyRollups(database, assistant.companyId)).toEqual([]);
});
