import { runSql } from '#server/testing/sql/run-sql.ts';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { IntakeAnswer, IntakeBatch } from '#features/intake/contract/intake.ts';
import { buildCompany, setCreatedAt } from '#server/database/testing/builders.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

export type Batch = z.input<typeof IntakeBatch>;
type Row = Record<string, unknown>;

/** An assistant that reports for a new company, with access to the company's rows. */
export interface Sender {
  readonly companyId: string;
  /** Sends any body, with further headers. */
  post(body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Sends it to another endpoint of the intake. */
  postTo(path: string, body: unknown): Promise<ApiAnswer>;
  /** Sends a batch and returns its answer. @throws Error for any status but 200 */
  send(batch: Batch): Promise<IntakeAnswer>;
  rows(table: string, order?: string): Promise<Row[]>;
  verify(): ReturnType<typeof verifyRollups>;
}

export async function makeSender(portal: TestPortal): Promise<Sender> {
  const { id: companyId } = await buildCompany(portal.database);
  await setCreatedAt(portal.database, companyId, '2026-01-01');
  const { secret } = await makeIntakeKey(portal, companyId, { name: randomUUID() });
  const post: Sender['post'] = (body, headers) =>
    portal.call('/intake/conversations', { body, headers: { authorization: `Bearer ${secret}`, ...headers } });
  return {
    companyId,
    post,
    postTo: (path, body) => portal.call(path, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } }),
    async send(batch) {
      const { status, body } = await post(batch);
      if (status !== 200) throw new Error(`The batch was answered ${status}: ${JSON.stringify(body)}`);
      return body as IntakeAnswer;
    },
    rows: (table, order = '1') =>
      portal.database.inCompany(companyId, async (tx) => {
        const rows = await runSql<Row>(tx, `select t.*, to_jsonb(t) as json from ${table} t order by ${order}`);
        return rows.map(({ json }) => json as Row);
      }),
    verify: () => verifyRollups(portal.database, companyId),
  };
}
