import { findNextState, type SkillState, type SkillTransition } from '#features/skills/contract/skill-states.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { PortalMails } from '#server/outside/mail/portal-mails.ts';
import { recordAudit, type AuditActor } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createStateChange, updateState, type StoredCompanySkill } from './company-skills.repository.ts';
import { findCompanyOfRequest, findLatestRequest } from './skill-requests.repository.ts';

export type StateMails = Pick<PortalMails, 'sendSkillState'>;

export interface SkillMove {
  /** Locked. */
  readonly skill: StoredCompanySkill;
  readonly transition: SkillTransition;
  readonly actor: AuditActor;
  readonly reason: string | null;
  readonly requestId: string;
  readonly now: Date;
  /** Whom a request asks. */
  readonly reviewer?: string;
}

export const requiresApproval = ({ workflowApproval, asksApproval }: StoredCompanySkill): boolean =>
  workflowApproval || asksApproval;

/** @throws Problem `skills.state-impossible` */
export function getNextState(skill: StoredCompanySkill, transition: SkillTransition): SkillState {
  const next = findNextState(skill.state, transition, requiresApproval(skill));
  if (next === undefined) throw new Problem('skills.state-impossible');
  return next;
}

/**
 * Takes a skill to its next state: writes it with its history and audit entry, and e-mails the requester and the
 * reviewer where the company wants it.
 * @throws Problem `skills.state-impossible`
 */
export async function moveSkill({ mails }: { mails: StateMails }, tx: CompanyTransaction, move: SkillMove) {
  const { skill, transition, actor, reason, requestId, now, reviewer } = move;
  const state = getNextState(skill, transition);
  await updateState(tx, { id: skill.id, state, now });
  await createStateChange(tx, {
    skillId: skill.id,
    transition,
    fromState: skill.state,
    toState: state,
    reason,
    actorName: actor.name,
    actorEmail: actor.email,
    changedAt: now,
  });
  await recordAudit(tx, {
    entity: 'skill',
    entityId: skill.id,
    entityLabel: skill.name,
    actor,
    action: `skills.${transition}`,
    before: { state: skill.state },
    after: { state, ...(reason !== null && { reason }), ...(reviewer !== undefined && { reviewer }) },
    requestId,
    now,
  });
  await mailChange({ mails }, tx, { ...move, state });
}

/** The person who requested the skill and its reviewer, as the company wants it; neither about what they did themselves. */
async function mailChange(
  { mails }: { mails: StateMails },
  tx: CompanyTransaction,
  { skill, state, actor, reason, transition }: SkillMove & { readonly state: SkillState },
): Promise<void> {
  const latest = await findLatestRequest(tx, { skillId: skill.id });
  const addresses = {
    user: skill.notifiesUser ? latest?.requesterEmail : undefined,
    // The request itself has an e-mail of its own.
    approver: skill.notifiesApprover && transition !== 'request' ? latest?.reviewerEmail : undefined,
  };
  for (const [role, email] of Object.entries(addresses) as ['user' | 'approver', string | undefined][]) {
    if (email === undefined || email === actor.email) continue;
    const company = await findCompanyOfRequest(tx, { email });
    // A requester who is no user of the company any more gets no mail.
    if (!company || (role === 'user' && !company.isUser)) continue;
    // Mails to people who are no users repeat nothing that was typed.
    const typed = company.isUser
      ? { skillName: skill.name, by: actor.email, reason }
      : { skillName: skill.isProvided ? skill.name : null, by: null, reason: null };
    const to = { email, firstName: '', companyName: company.name, companyId: tx.companyId };
    await mails.sendSkillState(tx, { ...to, ...typed, state });
  }
}
