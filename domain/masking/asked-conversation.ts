import { can } from '#contract/capabilities.ts';
import type { InCompany } from '#server/database/open-database.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { statement } from '#server/sql/statement.ts';
import { array, text, uuid } from '#server/sql/types.ts';
import { renderMasked } from './render-masked.ts';

const listStored = statement.list({
  text: `
    select c.id, c.external_id as "externalId" from conversation_partitions s
    join conversations c on c.company_id = $companyId and c.started_at = s.started_at and c.id = s.id
    where s.company_id = $companyId and s.id = any($ids)`,
  params: { ids: array(uuid) },
  row: { id: uuid, externalId: text },
});

interface Dependencies {
  readonly database: {
    readonly inCompany: Pick<InCompany, 'read'>;
  };
  readonly workers: Pick<WorkerPool, 'run'>;
}

/**
 * The stored id of the conversation that an address names: by its shown id, or by the stored one, which stood in the addresses of
 * earlier releases. The latter is the hash of the sender's id and finds what is masked only for who may unmask it, because others would
 * read it by trying.
 * @returns the id of nothing where there is none
 */
export async function resolveConversation({ database, workers }: Dependencies, actor: Actor, asked: string) {
  const opened = actor.ids.open(asked);
  const stored = await database.inCompany.read(actor.companyId, (tx) => listStored(tx, { ids: [opened, asked] }));
  const [old] = stored;
  if (!old || stored.some(({ id }) => id === opened)) return opened;
  if (can(actor, 'transcripts.unmask')) return old.id;
  const { id, externalId } = old;
  const shown = await renderMasked(workers, actor, ({ maskText }) => maskText(externalId));
  return shown === externalId && externalId !== id.replaceAll('-', '') ? id : opened;
}
