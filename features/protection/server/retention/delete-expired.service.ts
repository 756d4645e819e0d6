import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { recordAudit } from '#server/records/audit.ts';
import { batchSize, deleteConversations } from '#domain/conversations/deletion/delete-conversations.service.ts';
import { emptyConversations } from '#domain/conversations/deletion/empty-conversations.service.ts';
import { listStartMonths } from '#domain/conversations/rollups/rollup-rebuild.repository.ts';
import * as repository from './retention.repository.ts';

interface CompanyRetention {
  readonly companyId: string;
  readonly contentDays: number | null;
  readonly sumsDays: number | null;
}

/** The companies whose conversations end. */
export const listRetentions = ({ database }: Uses<'database'>): Promise<CompanyRetention[]> =>
  database.inSystem('retention.list', (tx) => repository.listRetentions(tx));

/** How many conversations were deleted, and how many lost their texts. */
export interface ExpiredConversations {
  readonly deleted: number;
  readonly emptied: number;
}

/**
 * Deletes what a company does not keep any longer, a batch in a transaction; a repetition continues where a killed run ended.
 * Usage and invoices stay. A run that deletes something is an audit entry.
 */
export async function deleteExpiredConversations(
  portal: Uses<'database' | 'files' | 'clock'>,
  { companyId, contentDays, sumsDays }: CompanyRetention,
): Promise<ExpiredConversations> {
  const { database, clock } = portal;
  const now = clock.now();
  const { content, sums } = await database.inCompany.read(companyId, (tx) =>
    repository.getCutoffs(tx, { contentDays, sumsDays, now }),
  );
  // First, so that no text is deleted of what goes whole.
  const deleted = await forEachBatch(portal, companyId, {
    before: sums,
    list: repository.listConversations,
    work: (ids) => deleteConversations(portal, { companyId, erasureId: null, ids, deletesRequests: false }),
  });
  const emptied = await forEachBatch(portal, companyId, {
    before: content,
    list: repository.listConversationsWithContent,
    work: (ids) => emptyConversations(portal, companyId, ids),
  });
  if (deleted + emptied > 0) {
    await database.inCompany(companyId, (tx) =>
      recordRun(
        tx,
        { deleted, emptied, ...(sums && { deletedBefore: sums }), ...(content && { emptiedBefore: content }) },
        now,
      ),
    );
  }
  return { deleted, emptied };
}

const recordRun = (tx: CompanyTransaction, after: object, now: Date) =>
  recordAudit(tx, {
    entity: 'retention',
    entityId: tx.companyId,
    entityLabel: 'Retention of conversations',
    actor: { accountId: null, name: 'Daily retention', email: '' },
    action: 'retention.run',
    after: { ...after },
    requestId: '',
    now,
  });

const firstId = '00000000-0000-0000-0000-000000000000';

interface Expired {
  /** The first day that is kept; null where all are. */
  readonly before: string | null;
  readonly list: typeof repository.listConversations;
  readonly work: (ids: string[]) => Promise<unknown>;
}

/** Month by month, so that each read is of one partition. @returns the number of conversations */
async function forEachBatch(
  { database }: Uses<'database'>,
  companyId: string,
  { before, list, work }: Expired,
): Promise<number> {
  if (before === null) return 0;
  let count = 0;
  for (const month of await database.inCompany.read(companyId, listStartMonths)) {
    if (month.slice(0, 7) > before.slice(0, 7)) break;
    const from = new Date(`${month}T00:00:00Z`);
    const until = new Date(from);
    until.setUTCMonth(until.getUTCMonth() + 1);
    let after = { afterStart: from, afterId: firstId };
    for (;;) {
      const page = { before, from, until, ...after, limit: batchSize };
      const found = await database.inCompany.read(companyId, (tx) => list(tx, page));
      const last = found.at(-1);
      if (!last) break;
      await work(found.map(({ id }) => id));
      count += found.length;
      after = { afterStart: last.startedAt, afterId: last.id };
    }
  }
  return count;
}
