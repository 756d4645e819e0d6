import type { Masking, MaskingForm, MaskingTrial } from '#contract/masking.ts';
import { maskKinds } from '#contract/masking-kinds.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Database } from '../../database/open-database.ts';
import { tryMaskingTask } from '../../ledger/masking/try-masking.ts';
import type { WorkerPool } from '../../lib/concurrency/worker-pool.ts';
import type { Actor } from '../../lib/request/actor.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Clock } from '../../outside/clock.ts';
import type { AuditFields } from '../../records/audit.ts';
import { changeRecord } from '../../records/change-record.ts';
import * as repository from './masking.repository.ts';
import type { StoredMasking } from './masking.repository.ts';

export interface MaskingDependencies {
  readonly database: Database;
  readonly workers: WorkerPool;
  readonly clock: Clock;
}

const unchanged: Masking = { shown: [], patterns: [], version: 1 };

const toMasking = ({ shown, patterns, version }: StoredMasking): Masking => ({
  shown,
  patterns: [...patterns],
  version,
});

export async function getMasking({ database }: MaskingDependencies, actor: Actor): Promise<Masking> {
  const stored = await database.readCompany(actor.companyId, repository.findMasking);
  return stored ? toMasking(stored) : unchanged;
}

/**
 * Updates the settings. They count from the next request on.
 * @throws Problem `request.invalid` for a pattern that is none, `request.too-complex` for one that takes too long
 */
export async function updateMasking(
  { database, workers, clock }: MaskingDependencies,
  context: CallContext,
  { shown, patterns, version }: MaskingForm,
): Promise<Masking> {
  const { companyId } = context.actor;
  const now = clock.now();
  await workers.run(tryMaskingTask, { settings: { shown, patterns }, text: '', path: 'patterns' }, Infinity);
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'masking.manage');
    await repository.ensureMasking(tx, { now });
    const updated = await changeRecord<StoredMasking>(tx, {
      context,
      now,
      action: 'masking.update',
      lock: () => repository.lockMasking(tx),
      version,
      toVisible: toMasking,
      write: () =>
        repository.updateMasking(tx, {
          shown: maskKinds.filter((kind) => shown.includes(kind)),
          patterns: JSON.stringify(patterns),
          now,
        }),
      toSubject: () => ({ entity: 'masking', entityId: companyId, entityLabel: 'Masking of conversations' }),
      toFields: toAuditedMasking,
    });
    return toMasking(updated);
  });
}

/** What a text becomes. @throws as `updateMasking` */
export async function tryMasking(
  { workers }: MaskingDependencies,
  { settings, text }: MaskingTrial,
): Promise<{ text: string }> {
  return { text: await workers.run(tryMaskingTask, { settings, text, path: 'settings.patterns' }, Infinity) };
}

/** One field for each kind and pattern, so that an entry names only those that changed. */
const toAuditedMasking = ({ shown, patterns }: StoredMasking): AuditFields => ({
  ...Object.fromEntries(maskKinds.map((kind) => [kind, shown.includes(kind) ? 'shown' : 'masked'])),
  ...Object.fromEntries(patterns.map(({ name, pattern }) => [`pattern ${name}`, pattern])),
});
