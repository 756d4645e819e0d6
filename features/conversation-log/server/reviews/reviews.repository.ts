import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

const stored = {
  tags: array(text),
  note: text,
  resolvedAt: nullable(instant),
  resolvedBy: nullable(text),
  updatedBy: text,
  updatedAt: instant,
  version: integer,
};

export type StoredReview = RowOf<typeof stored>;

const selectReview = `select ${columns(stored)} from conversation_reviews
  where company_id = $companyId and conversation_id = $conversationId`;
const params = { conversationId: uuid };

export const findReview = statement.find({ text: selectReview, params, row: stored });

/** Stores an empty one where there is nothing to lock yet. */
export const ensureReview = statement.run({
  text: `
    insert into conversation_reviews (company_id, conversation_id, updated_at) values ($companyId, $conversationId, $now)
    on conflict do nothing`,
  params: { ...params, now: instant },
});

/** Locks it until the transaction ends. */
export const lockReview = statement.get({ text: `${selectReview} for update`, params, row: stored });

/** Writes a review that this transaction has locked. Who resolved it stays named while it is resolved. */
export const updateReview = statement.get({
  text: `
    update conversation_reviews set tags = $tags, note = $note, updated_by = $by, updated_at = $now, version = version + 1,
      resolved_at = case when $isResolved then coalesce(resolved_at, $now) end,
      resolved_by = case when $isResolved then coalesce(resolved_by, $by) end
    where company_id = $companyId and conversation_id = $conversationId returning ${columns(stored)}`,
  params: { ...params, tags: array(text), note: text, isResolved: boolean, by: text, now: instant },
  row: stored,
});

export const listTags = statement.list({
  text: `
    select t.tag, count(*) as conversations
    from conversation_reviews r cross join lateral unnest(r.tags) as t (tag)
    where r.company_id = $companyId group by 1 order by conversations desc, t.tag limit 500`,
  row: { tag: nullable(text), conversations: integer },
});
