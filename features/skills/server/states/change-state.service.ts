import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import {
  missingReviewerMessage,
  ownReviewerMessage,
  type CompanySkill,
  type SkillStateForm,
} from '#features/skills/contract/company-skills.ts';
import { approvalDays } from '#features/skills/contract/skill-states.ts';
import { toEmailKey } from '#contract/fields.ts';
import { formatDay } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { recordAudit } from '#server/records/audit.ts';
import { isEstablishedCompany } from '#server/records/established-company.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { allowPaid } from '#server/lib/request/suspension.ts';
import { newApprovalToken } from './approval-token.ts';
import { isInstalled, getCompanySkillInTransaction } from './company-skills.service.ts';
import { lockCompanySkill, type StoredCompanySkill } from './company-skills.repository.ts';
import { getNextState, moveSkill } from './move-skill.service.ts';
import {
  closeRequest,
  createRequest,
  findLatestRequest,
  findPrice,
  findReviewer,
  getBillable,
  replaceToken,
} from './skill-requests.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Runs a command on a skill of the store. A suspended company can neither request nor activate.
 * @throws Problem `record.not-found`, `skills.state-impossible`, `skills.transport-not-installed`, `skills.no-address`,
 * `company.suspended`, `request.too-many`, `request.invalid` for a request without a reviewer
 */
export function updateSkillState(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
  form: SkillStateForm,
): Promise<CompanySkill> {
  const { database, clock } = portal;
  const { actor } = context;
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    const now = clock.now();
    const skill = await lockCompanySkill(tx, id, now);
    if (!skill) throw new Problem('record.not-found');
    getNextState(skill, form.command);
    if (form.command === 'request' || form.command === 'activate') allowPaid(actor.suspension, now);
    if (form.command === 'activate' && skill.transportKey !== null && !isInstalled(skill)) {
      throw new Problem('skills.transport-not-installed');
    }
    if (form.command === 'activate') await allowBilling(tx, id, now);
    if (form.command === 'withdraw') await closeRequest(tx, { skillId: id, outcome: 'withdrawn', now });
    const reviewerEmail = form.command === 'request' ? parseReviewer(skill, form, actor) : undefined;
    await moveSkill(portal, tx, {
      skill,
      transition: form.command,
      reason: form.reason?.trim() || null,
      ...toAuditStamp(context, now),
      ...(reviewerEmail !== undefined && { reviewer: reviewerEmail }),
    });
    if (reviewerEmail !== undefined) await mailReviewer(portal, tx, { actor, skill, reviewerEmail, now });
    return getCompanySkillInTransaction(tx, id);
  });
}

/** A skill with a price waits for what an invoice has to name; a free one never does. */
async function allowBilling(tx: CompanyTransaction, skillId: string, now: Date): Promise<void> {
  const { price = 0 } = (await findPrice(tx, { skillId, today: await getToday(tx, now) })) ?? {};
  if (price > 0 && !(await getBillable(tx)).isBillable) throw new Problem('skills.no-address');
}

/**
 * Mails the reviewer of the open request a new link, also where the one before has expired; that one decides nothing any
 * more.
 * @throws Problem `record.not-found`, `skills.state-impossible` without an open request, `company.suspended`,
 * `request.too-many`
 */
export function resendRequest(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<CompanySkill> {
  const { database, clock } = portal;
  const { actor } = context;
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    const now = clock.now();
    const skill = await lockCompanySkill(tx, id, now);
    if (!skill) throw new Problem('record.not-found');
    const request = await findLatestRequest(tx, { skillId: id });
    if (skill.state !== 'requested' || !request || request.closedAt !== null) {
      throw new Problem('skills.state-impossible');
    }
    allowPaid(actor.suspension, now);
    const { token, tokenHash } = newApprovalToken(actor.companyId, request.id);
    const expiresAt = getLinkEnd(now);
    await replaceToken(tx, { id: request.id, tokenHash, expiresAt, requesterAccountId: actor.accountId });
    const { reviewerEmail } = request;
    await mailLink(portal, tx, { actor, skill, reviewerEmail, token, expiresAt, now });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'skills.resend-request',
      entity: 'skill',
      entityId: id,
      entityLabel: skill.name,
      before: null,
      after: { linkExpires: expiresAt.toISOString(), reviewer: reviewerEmail },
    });
    return getCompanySkillInTransaction(tx, id);
  });
}

/**
 * Reads the reviewer of the form, else that of the configuration. Where the configuration names one, the requester
 * cannot be the reviewer instead, because an approval takes two persons.
 */
function parseReviewer(skill: StoredCompanySkill, form: SkillStateForm, actor: Actor): string {
  const email = form.reviewerEmail ?? skill.reviewerEmail;
  if (email === null) throw wrongReviewer(missingReviewerMessage);
  const reviewer = toMailbox(email);
  const isSet = skill.reviewerEmail !== null && toMailbox(skill.reviewerEmail) === reviewer;
  if (skill.reviewerEmail !== null && !isSet && reviewer === toMailbox(actor.email)) {
    throw wrongReviewer(ownReviewerMessage);
  }
  return toEmailKey(email);
}

/** Without the part after a plus, which most servers deliver to the same mailbox. */
const toMailbox = (email: string) => toEmailKey(email).replace(/\+[^@]*@/, '@');

const wrongReviewer = (message: string) =>
  new Problem('request.invalid', { fields: [{ path: 'reviewerEmail', message }] });

interface NewRequest {
  readonly actor: Actor;
  readonly skill: StoredCompanySkill;
  readonly reviewerEmail: string;
  readonly now: Date;
}

/** Creates the request and mails its link. */
async function mailReviewer(
  portal: Uses<'identity' | 'mails'>,
  tx: CompanyTransaction,
  { actor, skill, reviewerEmail, now }: NewRequest,
): Promise<void> {
  const { requestId, token, tokenHash } = newApprovalToken(actor.companyId);
  const expiresAt = getLinkEnd(now);
  await createRequest(tx, {
    id: requestId,
    skillId: skill.id,
    reviewerEmail,
    tokenHash,
    requesterName: `${actor.firstName} ${actor.lastName}`,
    requesterEmail: actor.email,
    requesterAccountId: actor.accountId,
    reviewerUserId: (await findReviewer(tx, { email: reviewerEmail }))?.id ?? null,
    requestedAt: now,
    expiresAt,
  });
  await mailLink(portal, tx, { actor, skill, reviewerEmail, token, expiresAt, now });
}

const getLinkEnd = (now: Date) => new Date(now.getTime() + approvalDays * dayMs);

/**
 * Counts against the mails to new users, because the address may be anybody's. The mail repeats nothing that the company
 * typed of its own skill.
 */
async function mailLink(
  { mails, identity }: Uses<'identity' | 'mails'>,
  tx: CompanyTransaction,
  { actor, skill, reviewerEmail, token, expiresAt, now }: NewRequest & { token: string; expiresAt: Date },
): Promise<void> {
  const { isEstablished } = await isEstablishedCompany(tx, { now });
  const claimed = await identity.claimUserMail(tx, { id: actor.companyId, isEstablished });
  if (!claimed.ok) throw new Problem('request.too-many', { retryAfterSeconds: claimed.retryAfterSeconds });
  const zone = getZoneName(actor.timeZone, expiresAt.getTime());
  await mails.sendSkillApproval(tx, {
    email: reviewerEmail,
    firstName: '',
    companyName: actor.companyName,
    companyId: actor.companyId,
    skillName: skill.isProvided ? skill.name : null,
    token,
    lastDay: formatDay(getDay(expiresAt.getTime(), zone)),
  });
}
