import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { text } from '../../sql/types.ts';

export const changesChannel = 'steward_changes';

const notifyStatement = systemStatement({
  text: `select pg_notify($channel, $payload)::text as sent`,
  params: { channel: text, payload: text },
  row: { sent: text },
});

/** Notifies every portal that listens; the payload has at most 8,000 bytes. */
export async function notifyPortals(tx: SystemTransaction, payload: string): Promise<void> {
  await tx.get(notifyStatement, { channel: changesChannel, payload });
}
