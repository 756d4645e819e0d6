import { can } from '#contract/capabilities.ts';
import { firstStepKinds, getFirstStep, type FirstStepKind } from '#contract/first-steps/first-steps.ts';
import type { FirstSteps } from '#features/company/contract/first-steps.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { endFirstSteps, getFirstStepsState } from './first-steps.repository.ts';

/** The one source of each step, in the feature that owns its facts. */
export type FirstStepSources = { readonly [Kind in FirstStepKind]: FirstStepSource };

/**
 * Finds the steps of a new company's first hour that the actor can do, computed from what is stored. Undefined where they are
 * done, put away, or not the actor's; with the last one done they are ended, so that they do not return with its limit removed.
 */
export async function findFirstSteps(
  { database }: Uses<'database'>,
  sources: FirstStepSources,
  actor: Actor,
): Promise<FirstSteps | undefined> {
  if (!can(actor, 'rights.manage')) return undefined;
  const { companyId, actsFrom } = actor;
  const { hasSteps, asksReaders } = await database.inCompany.read(companyId, getFirstStepsState);
  if (!hasSteps) return undefined;
  return database.inCompany(companyId, async (tx) => {
    const steps: FirstSteps['steps'] = [];
    for (const kind of firstStepKinds) steps.push({ kind, isDone: await sources[kind](tx) });
    if (steps.every(({ isDone }) => isDone)) {
      await endFirstSteps(tx);
      return undefined;
    }
    const own = steps.filter(({ kind }) => getFirstStep(kind).needs.every((capability) => can(actor, capability)));
    // Who reads a company's conversations is for its own people to say.
    return { steps: own, asksReaders: asksReaders && actsFrom === null };
  });
}

/** Puts the steps away for the whole company; a second time changes nothing. */
export async function closeFirstSteps(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
): Promise<{ isClosed: true }> {
  const { companyId, companyName } = context.actor;
  await database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'rights.manage');
    if (!(await endFirstSteps(tx))) return;
    await recordAudit(tx, {
      entity: 'company',
      entityId: companyId,
      entityLabel: companyName,
      ...toAuditStamp(context, clock.now()),
      action: 'company.close-first-steps',
    });
  });
  return { isClosed: true };
}
