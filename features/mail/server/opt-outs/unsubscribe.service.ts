import type { Uses } from '#server/portal/portal.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { OptOut, Unsubscribed } from '#features/mail/contract/mails.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { disableReport } from '../reports/disable-report.service.ts';
import * as repository from './opt-outs.repository.ts';
import { isReportName, toReportId, type Unsubscription } from './unsubscribe-token.ts';

interface UnsubscribeRequest {
  readonly token: string;
  readonly requestId: string;
}

/**
 * Stops one kind of mail or one report for one user, without a session: the token names both. The answer is the same for a repetition
 * and for a deleted user.
 * @throws Problem `request.invalid` for an invalid token
 */
export async function unsubscribe(
  portal: Uses<'database' | 'unsubscribeTokens' | 'clock'>,
  request: UnsubscribeRequest,
): Promise<Unsubscribed> {
  const unsubscription = portal.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(portal, unsubscription, request.requestId);
  throw new Problem('request.invalid', { fields: [{ path: 'token', message: 'This link is not valid.' }] });
}

/**
 * `unsubscribe` for a token in the address.
 * @throws Problem `record.not-found` for an invalid token, as for every unknown address
 */
export async function unsubscribeInOneClick(
  portal: Uses<'database' | 'unsubscribeTokens' | 'clock'>,
  request: UnsubscribeRequest,
): Promise<Unsubscribed> {
  const unsubscription = portal.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(portal, unsubscription, request.requestId);
  throw new Problem('record.not-found');
}

function optOut(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, userId, kind: stopped }: Unsubscription,
  requestId: string,
): Promise<Unsubscribed> {
  return database.inCompany(companyId, async (tx) => {
    const now = clock.now();
    const recipient = await repository.lockRecipient(tx, { userId });
    const companyName = (await repository.findCompanyName(tx)) ?? '';
    if (isReportName(stopped)) {
      if (recipient) await disableReport(tx, { id: toReportId(stopped), userId, recipient, requestId, now });
      return { kind: 'report', companyName };
    }
    if (recipient && (await repository.createOptOut(tx, { userId, kind: stopped, madeAt: now }))) {
      await recordChoice(tx, { recipient, userId, kind: stopped, isSubscribed: false, requestId, now });
    }
    return { kind: stopped, companyName };
  });
}

/** In the caller's own company, whichever company they act in. */
export function listOptOuts({ database }: Uses<'database'>, actor: Actor): Promise<OptOut[]> {
  return database.inCompany.read(actor.homeCompanyId, (tx) => repository.listOptOuts(tx, actor.userId));
}

/** Takes the caller's own unsubscription back; the answer to a repetition is the same. */
export function subscribeAgain(
  { database, clock }: Uses<'database' | 'clock'>,
  { actor, requestId }: CallContext,
  kind: MailKind,
): Promise<OptOut[]> {
  const { userId, homeCompanyId } = actor;
  return database.inCompany(homeCompanyId, async (tx) => {
    const recipient = await repository.lockRecipient(tx, { userId });
    if (recipient && (await repository.deleteOptOut(tx, { userId, kind }))) {
      await recordChoice(tx, { recipient, userId, kind, isSubscribed: true, requestId, now: clock.now() });
    }
    return repository.listOptOuts(tx, userId);
  });
}

interface SubscriptionChoice {
  readonly recipient: repository.Recipient;
  readonly userId: string;
  readonly kind: MailKind;
  readonly isSubscribed: boolean;
  readonly requestId: string;
  readonly now: Date;
}

function recordChoice(tx: CompanyTransaction, choice: SubscriptionChoice): Promise<void> {
  const { recipient, userId, kind, isSubscribed, requestId, now } = choice;
  return recordAudit(tx, {
    actor: recipient,
    requestId,
    now,
    action: isSubscribed ? 'mails.subscribe' : 'mails.unsubscribe',
    entity: 'user',
    entityId: userId,
    entityLabel: recipient.name,
    before: { [kind]: !isSubscribed },
    after: { [kind]: isSubscribed },
  });
}
