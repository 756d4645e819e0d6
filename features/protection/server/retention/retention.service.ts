import type { Uses } from '#server/portal/portal.ts';
import type { Retention, RetentionForm, RetentionPreview } from '#features/protection/contract/retention.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { changeRecord } from '#server/records/change-record.ts';
import * as repository from './retention.repository.ts';
import type { StoredRetention } from './retention.repository.ts';

const unchanged: Retention = { contentDays: null, sumsDays: null, version: 1 };

export async function getRetention({ database }: Uses<'database'>, actor: Actor): Promise<Retention> {
  return (await database.inCompany.read(actor.companyId, (tx) => repository.findRetention(tx))) ?? unchanged;
}

/** The daily job deletes by the settings that it finds. */
export function updateRetention(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { contentDays, sumsDays, version }: RetentionForm,
): Promise<Retention> {
  const { companyId } = context.actor;
  const now = clock.now();
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'privacy.manage');
    await repository.ensureRetention(tx, { now });
    return changeRecord<StoredRetention>(tx, {
      context,
      now,
      action: 'retention.update',
      lock: () => repository.lockRetention(tx),
      version,
      toVisible: (stored) => stored,
      write: () => repository.updateRetention(tx, { contentDays, sumsDays, now }),
      toSubject: () => ({ entity: 'retention', entityId: companyId, entityLabel: 'Retention of conversations' }),
      toFields: (stored) => ({ contentDays: stored.contentDays, sumsDays: stored.sumsDays }),
    });
  });
}

/** Counts the conversations that these settings would delete now, or leave without texts. */
export async function getRetentionPreview(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId }: Actor,
  { contentDays, sumsDays }: Pick<Retention, 'contentDays' | 'sumsDays'>,
): Promise<RetentionPreview> {
  const now = clock.now();
  const cutoffs = await database.inCompany.read(companyId, (tx) =>
    repository.getCutoffs(tx, { contentDays, sumsDays, now }),
  );
  const count = (before: string) =>
    database.inCompany.read(companyId, (tx) => repository.countConversations(tx, { before }));
  const { content, sums } = cutoffs;
  return {
    content: content === null ? null : { before: content, conversations: (await count(content)).withContent },
    sums: sums === null ? null : { before: sums, conversations: (await count(sums)).all },
  };
}
