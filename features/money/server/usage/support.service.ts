import type { Uses } from '#server/portal/portal.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Support, SupportUpdate } from '#features/money/contract/limit-forms.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { lockLimits } from './limits.repository.ts';
import { fromLimit, toLimit } from './limits.service.ts';
import * as repository from './support.repository.ts';
import type { StoredSupport, SupportItem } from './support.repository.ts';

export async function getSupport({ database }: Uses<'database'>, actor: Actor): Promise<Support> {
  return toSupport(await database.inCompany.read(actor.companyId, repository.getSupport));
}

/** Writes the support limit and the named items, all or none. */
export function updateSupportLimits(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  update: SupportUpdate,
): Promise<Support> {
  const { companyId } = context.actor;
  const now = clock.now();
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    const updated = await changeRecord<StoredSupport>(tx, {
      context,
      now,
      action: 'limits.update',
      toSubject: () => ({ entity: 'supportLimit', entityId: companyId, entityLabel: 'Support limits' }),
      toFields: toAudited,
      lock: async () => {
        await lockLimits(tx, now);
        return repository.getSupport(tx);
      },
      version: update.version,
      toVisible: toSupport,
      write: async (stored) => {
        const changed = listChangedItems(stored, update.data ?? []);
        for (const item of changed) await repository.upsertSupportItem(tx, item);
        const limit = update.limit === undefined ? stored.limit : fromLimit(update.limit);
        if (update.limit !== undefined || changed.length > 0) await repository.updateSupportLimit(tx, { limit, now });
        return repository.getSupport(tx);
      },
    });
    return toSupport(updated);
  });
}

/** @throws Problem `record.not-found` for an item that the company does not have */
function listChangedItems({ items }: StoredSupport, data: NonNullable<SupportUpdate['data']>): SupportItem[] {
  return data.map(({ _id, limit }) => {
    const item = items.find(({ id }) => id === _id);
    if (!item) throw new Problem('record.not-found');
    return { ...item, limit: fromLimit(limit), version: item.version + 1 };
  });
}

function toSupport({ limit, version, items }: StoredSupport): Support {
  return {
    total: toEuros(items.reduce((sum, item) => sum + (item.limit ?? 0), 0)),
    limit: toLimit(limit),
    version,
    data: items.map((item) => ({ _id: item.id, type: item.type, limit: toLimit(item.limit), version: item.version })),
  };
}

const toAudited = ({ limit, items }: StoredSupport) => ({
  limit: toLimit(limit),
  ...Object.fromEntries(items.map(({ type, limit: ofItem }) => [type, toLimit(ofItem)])),
});
