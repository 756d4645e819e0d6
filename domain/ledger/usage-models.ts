import { rowArrays, texts, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, text } from '#server/sql/types.ts';
import { addToSum, modelUsage, summedColumns } from './usage-sums.sql.ts';

/*
 * A usage event that was recorded before its turn was reported, e.g. one that asked first, gets its model when the turn arrives. What
 * is known stays, so that a month that was read does not move from one model to another.
 */

const conversationIds = rowArrays({ conversationId: uuids });

const listUnmodelledStatement = statement({
  name: 'ledger.list-unmodelled',
  text: `
    select replace(id::text, '-', '') as id, replace(conversation_id::text, '-', '') as "conversationId",
      occurred_at as "occurredAt"
    from usage_events
    where company_id = $companyId and conversation_id = any($conversationId::uuid[]) and model is null`,
  params: conversationIds.params,
  row: { id: text, conversationId: text, occurredAt: instant },
});

const models = rowArrays({ id: uuids, model: texts });

const noteModelsStatement = statement({
  name: 'ledger.note-models',
  text: `
    with noted as (
      update usage_events e set model = t.model from ${models.rows}
      where e.company_id = $companyId and e.id = t.id and e.model is null
      returning ${summedColumns.replace(/\w+/g, 'e.$&')}
    )
    ${addToSum(modelUsage, 'noted')}`,
  params: models.params,
});

/** A conversation of which turns name models, and the model of a run at a time, in milliseconds. */
export interface ModelledConversation {
  readonly id: string;
  readonly findModel: (occurredAt: number) => string | null;
}

/** Notes the models of the usage events of conversations that have none yet; requires `withLedger`. */
export async function noteModels(
  tx: CompanyTransaction,
  conversations: readonly ModelledConversation[],
): Promise<void> {
  if (conversations.length === 0) return;
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]));
  const ids = [...byId.keys()].map((conversationId) => ({ conversationId }));
  const events = await tx.list(listUnmodelledStatement, conversationIds.encode(ids));
  const noted = events.flatMap(({ id, conversationId, occurredAt }) => {
    const model = byId.get(conversationId)?.findModel(occurredAt.getTime()) ?? null;
    return model === null ? [] : { id, model };
  });
  if (noted.length > 0) await tx.run(noteModelsStatement, models.encode(noted));
}
