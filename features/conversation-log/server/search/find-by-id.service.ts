import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { findLogRow } from '../log-rows.repository.ts';
import { toConversationQuery } from '../logs.service.ts';
import { listIdBeginnings } from './id-beginnings.repository.ts';

interface AskedId {
  readonly externalId: string;
  /** Whether the beginning of one id alone is enough. */
  readonly mayBegin: boolean;
}

/**
 * The id of a conversation follows from the sender's id, so that no index of those is needed. One that is masked is found only by who
 * may unmask it, also by its beginning: others would read it by trying.
 */
export async function findConversation(
  portal: Uses<'database' | 'workers'>,
  actor: Actor,
  { externalId, mayBegin }: AskedId,
): Promise<{ id: string | null }> {
  const asked = externalId.trim();
  const found =
    (await findWhole(portal, actor, asked)) ?? (mayBegin ? await findBegun(portal, actor, asked) : undefined);
  return { id: found === undefined ? null : actor.ids.show(found) };
}

async function findWhole(portal: Uses<'database' | 'workers'>, actor: Actor, asked: string) {
  const [shown] = await listShown(portal, actor, [asked]);
  if (shown === undefined) return undefined;
  const query = toConversationQuery(actor, toRecordId(asked));
  return (await portal.database.inCompany.read(actor.companyId, (tx) => findLogRow(tx, query)))?.id;
}

async function findBegun(portal: Uses<'database' | 'workers'>, actor: Actor, beginning: string) {
  const includesTechnical = can(actor, 'analytics.include-technical-users');
  const found = await portal.database.inCompany.read(actor.companyId, (tx) =>
    listIdBeginnings(tx, { beginning, includesTechnical, ...toTranscriptReader(actor) }),
  );
  const shown = new Set(
    await listShown(
      portal,
      actor,
      found.map(({ externalId }) => externalId),
    ),
  );
  const [first, second] = found.filter(({ externalId }) => shown.has(externalId));
  return second === undefined ? first?.id : undefined;
}

/** Filters ids to those that the actor reads, or may unmask. */
async function listShown({ workers }: Uses<'workers'>, actor: Actor, ids: readonly string[]): Promise<string[]> {
  if (can(actor, 'transcripts.unmask')) return [...ids];
  const masked = await renderMasked(workers, actor, ({ maskText }) => ids.map(maskText));
  return ids.filter((id, place) => masked[place] === id);
}
