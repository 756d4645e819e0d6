import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { Masking, MaskingForm, MaskingTrial } from '#features/protection/contract/masking.ts';
import { maskKinds } from '#features/protection/contract/masking-kinds.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { tryMaskingTask, type Trial } from '#domain/masking/try-masking.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { AuditFields } from '#server/records/audit.ts';
import { changeRecord } from '#server/records/change-record.ts';
import * as repository from './masking.repository.ts';
import type { StoredMasking } from './masking.repository.ts';

const maxRestMs = 1000;
/** Trials of patterns, one of a company at a time, with a rest after each. */
const trialsOf = perPortal(() => createKeyedLimiter(1, maxRestMs));

const unchanged: Masking = { shown: [], patterns: [], version: 1 };

const toMasking = ({ shown, patterns, version }: StoredMasking): Masking => ({
  shown,
  patterns: [...patterns],
  version,
});

export async function getMasking({ database }: Uses<'database'>, actor: Actor): Promise<Masking> {
  const stored = await database.inCompany.read(actor.companyId, repository.findMasking);
  return stored ? toMasking(stored) : unchanged;
}

/**
 * Updates the settings. They count from the next request on.
 * @throws Problem `request.invalid` for a pattern that is none or takes too long, `request.too-many` while others are tried
 */
export async function updateMasking(
  portal: Uses<'database' | 'workers' | 'clock'>,
  context: CallContext,
  { shown, patterns, version }: MaskingForm,
): Promise<Masking> {
  const { database, clock } = portal;
  const { companyId } = context.actor;
  const now = clock.now();
  await runTrial(portal, companyId, { settings: { shown, patterns }, text: '', path: 'patterns' });
  return database.inCompany(companyId, async (tx) => {
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

/** Masks a text by the given settings, and stores nothing. @throws as `updateMasking` */
export async function tryMasking(
  portal: Uses<'database' | 'workers' | 'clock'>,
  { companyId }: Actor,
  { settings, text }: MaskingTrial,
): Promise<{ text: string }> {
  return { text: await runTrial(portal, companyId, { settings, text, path: 'settings.patterns' }) };
}

/** Trials of a company that may wait, each for some seconds at most. */
const maxWaiting = 4;
const retryAfterSeconds = 5;

async function runTrial(portal: Uses<'workers'>, companyId: string, trial: Trial): Promise<string> {
  const { workers } = portal;
  const run = () => workers.run(tryMaskingTask, trial, { companyId, size: Infinity });
  const ran = await trialsOf(portal).tryRun(companyId, run, maxWaiting);
  if (!ran) throw new Problem('request.too-many', { retryAfterSeconds });
  return ran.result;
}

/** One field for each kind and pattern, so that an entry names only those that changed. */
const toAuditedMasking = ({ shown, patterns }: StoredMasking): AuditFields => ({
  ...Object.fromEntries(maskKinds.map((kind) => [kind, shown.includes(kind) ? 'shown' : 'masked'])),
  ...Object.fromEntries(patterns.map(({ name, pattern }) => [`pattern ${name}`, pattern])),
});
