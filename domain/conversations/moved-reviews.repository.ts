import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, integer, nullable, text, uuid } from '#server/sql/types.ts';
import { columns, insertValues } from '#server/sql/columns.ts';

const review = {
  conversationId: uuid,
  tags: array(text),
  note: text,
  resolvedAt: nullable(instant),
  resolvedBy: nullable(text),
  updatedBy: text,
  updatedAt: instant,
  version: integer,
};

const listReviews = statement.list({
  text: `select ${columns(review)} from conversation_reviews where company_id = $companyId and conversation_id = any($ids)`,
  params: { ids: array(uuid) },
  row: review,
});

const createReview = statement.run({
  text: `insert into conversation_reviews ${insertValues(review)} on conflict do nothing`,
  params: review,
});

const listConversationIds = statement.list({
  text: 'select id from conversation_partitions where company_id = $companyId and id = any($ids)',
  params: { ids: array(uuid) },
  row: { id: uuid },
});

/** Converts a UUID to an id as reports write it, without dashes. */
const toRecordId = (id: string) => id.replaceAll('-', '');

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * The reviews of conversations that are reported again under another id, before they are deleted.
 * @returns what gives them to the new ones, once these are written; one that is reviewed itself keeps its own
 */
export async function prepareMovedReviews(
  tx: CompanyTransaction,
  moves: readonly Move[],
): Promise<() => Promise<void>> {
  if (moves.length === 0) return async () => undefined;
  const reviews = await listReviews(tx, { ids: moves.map(({ from }) => from) });
  return async () => {
    const ids = moves.map(({ to }) => to);
    const written = new Set((await listConversationIds(tx, { ids })).map(({ id }) => toRecordId(id)));
    for (const { conversationId, ...facts } of reviews) {
      const to = moves.find(({ from }) => from === toRecordId(conversationId))?.to;
      if (to !== undefined && written.has(to)) await createReview(tx, { conversationId: to, ...facts });
    }
  };
}
