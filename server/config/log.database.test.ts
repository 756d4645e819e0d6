import { expect, test } from 'vitest';
import { isDistributedRun } from '../database/testing/test-server.ts';
import { logRequest } from '../http/http-app.ts';
import { historyKeyName } from '../lib/request/intake-caller.ts';
import { createLog } from './log.ts';
import { testLog } from './testing/test-log.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const planted = 'planted-value';

async function catchFailure(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a failed statement is logged with its cause and without its parameters', async () => {
  const { database } = portal();
  const { id } = await portal().makeCompany();
  const text = 'insert into idempotency_keys (key, operation, request_hash) values ($1, $1, $1)';
  const insert = () => database.inCompany(id, (tx) => runSql(tx, text, [planted]));
  await insert();
  const failure = await catchFailure(insert);
  const lines: string[] = [];
  const log = createLog(testLog('info'), { write: (line) => void lines.push(line) });
  const context = {
    requestId: 'a-request',
    headers: new Headers(),
    clientAddress: '127.0.0.1',
    responseHeaders: new Headers(),
    operationId: 'usersCreate',
    actor: undefined,
    intakeCaller: undefined,
  };
  const request = new Request(`http://portal.example/api/users?stringValue=${planted}`);
  logRequest(log, { request, context, status: 500, durationMs: 1, failure });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(planted);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    requestId: 'a-request',
    // The coordinator of a distributed PostgreSQL passes on the message of a worker, without its table.
    err: { type: 'DatabaseError', code: '23505', ...(!isDistributedRun && { table: 'idempotency_keys' }) },
  });
});

test('each call is a line with the network of its client, and a call of the demo’s own history is not, unless it fails', () => {
  const lines: Array<Record<string, unknown>> = [];
  const log = createLog(testLog('info'), {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const caller = { companyId: 'c', timeZone: 'UTC', keyId: 'k', suspension: null };
  const write = (keyName: string, failure?: unknown, ownKeyName?: string) =>
    logRequest(
      log,
      {
        request: new Request('http://portal.example/api/intake/conversations', { method: 'POST' }),
        context: {
          requestId: 'a-request',
          headers: new Headers(),
          clientAddress: '203.0.113.7',
          responseHeaders: new Headers(),
          operationId: 'intakeCreateBatch',
          actor: undefined,
          intakeCaller: { ...caller, keyName },
        },
        status: failure === undefined ? 200 : 500,
        durationMs: 1,
        failure,
      },
      ownKeyName,
    );
  write('Bot', undefined, historyKeyName);
  write(historyKeyName);
  expect(lines.map(({ client, status }) => [client, status])).toEqual([
    ['203.0.113.*', 200],
    ['203.0.113.*', 200],
  ]);
  write(historyKeyName, undefined, historyKeyName);
  expect(lines).toHaveLength(2);
  write(historyKeyName, new Error('a fault'), historyKeyName);
  expect(lines).toHaveLength(3);
});
