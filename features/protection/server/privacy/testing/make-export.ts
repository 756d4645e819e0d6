import { randomUUID } from 'node:crypto';
import type { TaskKind } from '#contract/tasks/task-kinds.ts';
import { listParts, partBytes } from '#server/lib/file-parts.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

/** An export that is ready, of these bytes; or the file of another kind of task. */
export async function makeExport(
  { adapters, database, clock }: TestPortal,
  companyId: string,
  bytes: Buffer = Buffer.from('archive'),
  kind: TaskKind = 'companyExport',
): Promise<string> {
  const id = randomUUID();
  const parts = Math.ceil(bytes.length / partBytes);
  for (const [index, address] of listParts({ companyId, id }, parts).entries()) {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    await adapters.files.put(address, part, 'application/gzip');
  }
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into tasks (id, kind, input, facts, requested_at, state, parts, finished_at, expires_at, bytes)
        values ($1, $6, '{"requestedBy":"Mari"}', '{"rows":1,"files":0}', $2, 'ready', $4, $2, $3, $5)`,
      [id, clock.now(), new Date(clock.now().getTime() + 86_400_000), parts, bytes.length, kind],
    ),
  );
  return id;
}
