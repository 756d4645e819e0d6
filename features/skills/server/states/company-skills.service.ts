import type { Uses } from '#server/portal/portal.ts';
import {
  missingReviewerMessage,
  type CompanySkill,
  type CompanySkillForm,
} from '#features/skills/contract/company-skills.ts';
import { fitsSkill } from '#features/skills/contract/skill-states.ts';
import { toEmailKey } from '#contract/fields.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import * as repository from './company-skills.repository.ts';
import type { SkillConfiguration, StoredCompanySkill } from './company-skills.repository.ts';
import { requiresApproval } from './move-skill.service.ts';
import { findLatestRequest } from './skill-requests.repository.ts';

/** @throws Problem `record.not-found` */
export function getCompanySkill({ database }: Uses<'database'>, actor: Actor, id: string): Promise<CompanySkill> {
  return database.inCompany(actor.companyId, (tx) => getCompanySkillInTransaction(tx, id));
}

/** With its open request and its history. @throws Problem `record.not-found` */
export async function getCompanySkillInTransaction(tx: CompanyTransaction, id: string): Promise<CompanySkill> {
  const skill = await repository.findCompanySkill(tx, { id });
  if (!skill) throw new Problem('record.not-found');
  const latest = await findLatestRequest(tx, { skillId: id });
  const changes = await repository.listStateChanges(tx, { id });
  const { reviewerEmail, transportKey, transportName, transportBytes } = skill;
  return {
    _id: skill.id,
    state: skill.state,
    requiresApproval: requiresApproval(skill),
    isApprovalFixed: skill.workflowApproval,
    approvalWorkflow: skill.asksApproval,
    reviewerEmail,
    notifyUser: skill.notifiesUser,
    notifyApprover: skill.notifiesApprover,
    integrationId: skill.integrationId,
    isTransportInstalled: isInstalled(skill),
    transport: transportKey === null ? null : { name: transportName ?? '', size: transportBytes ?? 0 },
    canEditTransport: skill.isOwn,
    request:
      latest && latest.closedAt === null
        ? {
            reviewerEmail: latest.reviewerEmail,
            requestedBy: latest.requesterName,
            requestedAt: latest.requestedAt.toISOString(),
            expiresAt: latest.expiresAt.toISOString(),
          }
        : null,
    history: changes.map(({ transition, fromState, toState, reason, actorName, actorEmail, changedAt }) => ({
      date: changedAt.toISOString(),
      transition,
      from: fromState,
      to: toState,
      reason,
      actor: { name: actorName, email: actorEmail },
    })),
    version: skill.version,
  };
}

/** A newer transport file is to be confirmed anew. */
export const isInstalled = ({ transportKey, installedTransportKey }: StoredCompanySkill): boolean =>
  transportKey !== null && transportKey === installedTransportKey;

/**
 * Saves how the company uses a skill; its state stays.
 * @throws Problem `record.not-found`, `record.stale`, `request.invalid`
 */
export function updateCompanySkill(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
  form: CompanySkillForm,
): Promise<CompanySkill> {
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'skills.manage');
    const now = clock.now();
    const stored = await repository.lockCompanySkill(tx, id, now);
    if (!stored) throw new Problem('record.not-found');
    const current = await getCompanySkillInTransaction(tx, id);
    await changeRecord(tx, {
      context,
      now,
      action: 'skills.configure',
      toSubject: ({ name }) => ({ entity: 'skill', entityId: id, entityLabel: name }),
      toFields: toAudited,
      lock: async () => stored,
      version: form.version,
      toVisible: () => current,
      write: async () => {
        await repository.updateConfiguration(tx, { ...(await parseConfiguration(tx, stored, form)), id, now });
        return (await repository.findCompanySkill(tx, { id })) ?? stored;
      },
    });
    return getCompanySkillInTransaction(tx, id);
  });
}

function toAudited(skill: StoredCompanySkill) {
  const { asksApproval, reviewerEmail, notifiesUser, notifiesApprover, integrationId } = skill;
  return {
    approvalWorkflow: asksApproval,
    reviewer: reviewerEmail,
    notifyUser: notifiesUser,
    notifyApprover: notifiesApprover,
    backendSystem: integrationId,
    transportInstalled: isInstalled(skill),
  };
}

async function parseConfiguration(
  tx: CompanyTransaction,
  skill: StoredCompanySkill,
  form: CompanySkillForm,
): Promise<SkillConfiguration> {
  const { approvalWorkflow, reviewerEmail, integrationId, isTransportInstalled } = form;
  if (approvalWorkflow && !reviewerEmail) throw refuse('reviewerEmail', missingReviewerMessage);
  if (isTransportInstalled && skill.transportKey === null) {
    throw refuse('isTransportInstalled', 'This skill has no transport file.');
  }
  if (integrationId !== null && integrationId !== skill.integrationId) {
    const kind = await repository.findIntegrationKind(tx, { id: integrationId });
    if (!kind || !fitsSkill(skill, kind)) throw refuse('integrationId', 'Choose one of the listed integrations.');
  }
  return {
    asksApproval: approvalWorkflow,
    reviewerEmail: reviewerEmail === null ? null : toEmailKey(reviewerEmail),
    notifiesUser: form.notifyUser,
    notifiesApprover: form.notifyApprover,
    integrationId,
    installedTransportKey: isTransportInstalled ? skill.transportKey : null,
  };
}

function refuse(path: string, message: string): Problem {
  return new Problem('request.invalid', { fields: [{ path, message }] });
}
