import type { Uses } from '#server/portal/portal.ts';
import type { DryRun, PayloadKind } from '#features/intake/contract/dry-runs.ts';
import { getAttributeRules } from '#domain/ledger/attribute-values.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { previewBatch } from '#domain/conversations/preview/preview-batch.service.ts';
import { isGzip, readPayloadTask } from './read-payload.ts';

/**
 * Previews what the intake would store of a payload. Reads in a transaction in which PostgreSQL refuses to write.
 * @throws what `readPayload` throws
 */
export async function previewPayload(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  { companyId }: Actor,
  { body, kind }: { readonly body: Blob; readonly kind: PayloadKind | undefined },
): Promise<DryRun> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const now = clock.now();
  // Of a compressed one it is not known how large it is.
  const size = isGzip(bytes) ? Infinity : bytes.length;
  const rules = await getAttributeRules(database, companyId, now);
  const read = await workers.run(readPayloadTask, { bytes, kind, now, rules }, { companyId, size });
  const { conversations, total } = await previewBatch({ database, clock }, companyId, read);
  return {
    format: read.format,
    accepted: read.accepted,
    rejected: read.rejected,
    rejections: read.rejections.map(({ name, reasons }) => ({ name, reasons: [...reasons] })),
    warnings: [...read.warnings],
    conversations,
    totalConversations: total,
    dropped: [...read.dropped],
  };
}
