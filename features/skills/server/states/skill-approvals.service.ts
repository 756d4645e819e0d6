import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { toProviderName } from '#features/integrations/contract/vendors.ts';
import type { SkillApproval } from '#features/skills/contract/company-skills.ts';
import type { ReviewDecision } from '#features/skills/contract/skill-states.ts';
import { findActorOfRequest } from '#server/access/actors.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { allowPaid, toSuspension } from '#server/lib/request/suspension.ts';
import { isSecretOf, readApprovalToken } from './approval-token.ts';
import { findCompanySkill, lockCompanySkill, type StoredCompanySkill } from './company-skills.repository.ts';
import { moveSkill } from './move-skill.service.ts';
import {
  closeRequest,
  findCompanyOfRequest,
  findPrice,
  findRequest,
  isActiveUser,
  type StoredRequest,
} from './skill-requests.repository.ts';

/** Finds the approval that a link requests. @throws Problem `record.not-found` for a link that was never sent */
export function findApproval(
  portal: Uses<'database' | 'brandProvider' | 'clock'>,
  token: string,
): Promise<SkillApproval> {
  const { companyId, requestId, secret } = readToken(token);
  return portal.database.inCompany(companyId, async (tx) => {
    const request = await getRequest(tx, requestId, secret);
    return toApproval(portal, tx, request);
  });
}

interface Decision {
  readonly token: string;
  readonly decision: ReviewDecision;
  readonly reason: string | undefined;
  /** The id of the call. */
  readonly requestId: string;
}

/**
 * Decides a request, once. The link is the reviewer's proof, because it was mailed to that address alone; so the audit
 * entry names the address.
 * @throws Problem `record.not-found`, `skills.request-closed`, `company.suspended` for an approval
 */
export function decideApproval(
  portal: Uses<'database' | 'mails' | 'brandProvider' | 'clock'>,
  decision: Decision,
): Promise<SkillApproval> {
  const { database, clock } = portal;
  const { companyId, requestId, secret } = readToken(decision.token);
  return database.inCompany(companyId, async (tx) => {
    const now = clock.now();
    const { skillId } = await getRequest(tx, requestId, secret);
    // Locks in the order of a command: the skill first.
    const skill = await lockCompanySkill(tx, skillId, now);
    const request = await getRequest(tx, requestId, secret);
    const hasRights = await keepsRights(portal, tx, request);
    if (!skill || getStatus({ request, skill, hasRights, now }) !== 'open') throw new Problem('skills.request-closed');
    if (decision.decision === 'approve') {
      const company = await findCompanyOfRequest(tx, { email: request.reviewerEmail });
      allowPaid(company ? toSuspension(company) : null, now);
    }
    const outcome = decision.decision === 'approve' ? 'approved' : 'refused';
    await closeRequest(tx, { skillId, outcome, now });
    await moveSkill(portal, tx, {
      skill,
      transition: decision.decision,
      actor: { accountId: null, name: 'Reviewer', email: request.reviewerEmail },
      reason: decision.reason?.trim() || null,
      requestId: decision.requestId,
      now,
    });
    return toApproval(portal, tx, { ...request, closedAt: now, outcome });
  });
}

function readToken(token: string) {
  const parts = readApprovalToken(token);
  if (!parts) throw new Problem('record.not-found');
  return parts;
}

async function getRequest(tx: CompanyTransaction, id: string, secret: string): Promise<StoredRequest> {
  const request = await findRequest(tx, { id });
  if (!request || !isSecretOf(request.tokenHash, secret)) throw new Problem('record.not-found');
  return request;
}

/**
 * Whether who requested may still request, and a reviewer of the company is still in it: a link outlives both by days. Sent
 * again, it is the request of who sends it.
 */
async function keepsRights(
  { database }: Uses<'database'>,
  tx: CompanyTransaction,
  { requesterAccountId: accountId, reviewerUserId: id }: StoredRequest,
): Promise<boolean> {
  if (id !== null && !(await isActiveUser(tx, { id })).isActive) return false;
  if (accountId === null) return true;
  const requester = await findActorOfRequest(database, { accountId, companyId: tx.companyId });
  return requester !== undefined && can(requester, 'skills.manage');
}

interface StatusFacts {
  readonly request: StoredRequest;
  readonly skill: StoredCompanySkill | undefined;
  readonly hasRights: boolean;
  readonly now: Date;
}

/** A request for a deleted skill counts as withdrawn, one whose people have lost their rights as expired. */
function getStatus({ request, skill, hasRights, now }: StatusFacts): SkillApproval['status'] {
  const { outcome, expiresAt } = request;
  if (outcome !== null) return outcome;
  if (!skill || skill.state !== 'requested') return 'withdrawn';
  return expiresAt <= now || !hasRights ? 'expired' : 'open';
}

async function toApproval(
  portal: Uses<'database' | 'brandProvider' | 'clock'>,
  tx: CompanyTransaction,
  request: StoredRequest,
): Promise<SkillApproval> {
  const { clock, brandProvider } = portal;
  const now = clock.now();
  const hasRights = await keepsRights(portal, tx, request);
  const skill = await findCompanySkill(tx, { id: request.skillId });
  const price = await findPrice(tx, { skillId: request.skillId, today: await getToday(tx, now) });
  const company = await findCompanyOfRequest(tx, { email: request.reviewerEmail });
  return {
    status: getStatus({ request, skill, hasRights, now }),
    companyName: company?.name ?? '',
    skill: {
      name: skill?.name ?? 'Deleted skill',
      description: skill?.description ?? '',
      serviceProvider: skill ? toProviderName(skill.serviceProvider, brandProvider) : '',
    },
    price: toEuros(price?.price ?? 0),
    requestedBy: { name: request.requesterName, email: request.requesterEmail },
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    timeZone: getZoneName(company?.timeZone ?? 'UTC', now.getTime()),
  };
}
