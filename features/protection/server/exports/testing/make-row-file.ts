import { randomUUID } from 'node:crypto';
import { listParts, partBytes } from '#server/lib/file-parts.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

interface Owner {
  readonly companyId: string;
  readonly accountId: string;
}

/** A file of top users that is ready, of these lines; one part holds at most `partBytes`. */
export async function makeRowFile(
  { adapters, database, clock }: TestPortal,
  { companyId, accountId }: Owner,
  lines = '{"id":"a"}\n',
): Promise<string> {
  const id = randomUUID();
  const content = Buffer.from(lines);
  const parts = Math.ceil(content.length / partBytes);
  for (const [index, address] of listParts({ companyId, id }, parts).entries()) {
    const part = content.subarray(index * partBytes, (index + 1) * partBytes);
    await adapters.files.put(address, part, 'application/x-ndjson');
  }
  const madeBy = { capabilities: [], masking: { shown: [], patterns: [] }, userNumbers: null };
  const facts = { kind: 'topUsers', format: 'jsonl', rows: 1, total: 1, madeBy };
  const until = new Date(clock.now().getTime() + 86_400_000);
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into tasks (id, kind, account_id, input, facts, requested_at, finished_at, state, parts, bytes, expires_at)
        values ($1, 'rowFile', $2, '{}', $3, $4, $4, 'ready', $5, $6, $7)`,
      [id, accountId, JSON.stringify(facts), clock.now(), parts, content.length, until],
    ),
  );
  return id;
}

/** A file that waits, without the job that makes it. */
export async function makeWaitingFile(
  { database, clock }: TestPortal,
  { companyId, accountId }: Owner,
  {
    kind,
    filter = {},
    format = 'jsonl',
    parts = 0,
  }: { kind: string; filter?: object; format?: string; parts?: number },
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const dayMs = 86_400_000;
  const facts = { kind, format, rows: 0, total: null, madeBy: null };
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into tasks (id, kind, account_id, input, facts, covered_from, covered_until, requested_at, parts, expires_at)
        values ($1, 'rowFile', $2, $3, $4, $5, $6, $7, $8, $6)`,
      [
        id,
        accountId,
        JSON.stringify(filter),
        JSON.stringify(facts),
        new Date(0),
        new Date(now.getTime() + dayMs),
        now,
        parts,
      ],
    ),
  );
  return id;
}
