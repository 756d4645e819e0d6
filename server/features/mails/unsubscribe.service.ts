import type { Unsubscribed } from '#contract/mails/mails.ts';
import { recordAudit } from '../../records/audit.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { MailsDependencies } from './send-due-notifications.service.ts';
import { createOptOut, findCompanyName, lockRecipient } from './opt-outs.repository.ts';
import type { Unsubscription } from './unsubscribe-token.ts';

interface UnsubscribeRequest {
  readonly token: string;
  readonly requestId: string;
}

/**
 * Stops one kind of mail for one user, without a session: the token names both. The answer is the same for a repetition
 * and for a deleted user.
 * @throws Problem `request.invalid` for an invalid token
 */
export async function unsubscribe(dependencies: MailsDependencies, request: UnsubscribeRequest): Promise<Unsubscribed> {
  const unsubscription = dependencies.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(dependencies, unsubscription, request.requestId);
  throw new Problem('request.invalid', { fields: [{ path: 'token', message: 'This link is not valid.' }] });
}

/**
 * `unsubscribe` for a token in the address.
 * @throws Problem `record.not-found` for an invalid token, as for every unknown address
 */
export async function unsubscribeInOneClick(
  dependencies: MailsDependencies,
  request: UnsubscribeRequest,
): Promise<Unsubscribed> {
  const unsubscription = dependencies.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(dependencies, unsubscription, request.requestId);
  throw new Problem('record.not-found');
}

function optOut(
  { database, clock }: MailsDependencies,
  { companyId, userId, kind }: Unsubscription,
  requestId: string,
): Promise<Unsubscribed> {
  return database.withCompany(companyId, async (tx) => {
    const now = clock.now();
    const recipient = await lockRecipient(tx, { userId });
    if (recipient && (await createOptOut(tx, { userId, kind, madeAt: now }))) {
      const { accountId, name, email } = recipient;
      await recordAudit(tx, {
        actor: { accountId, name, email },
        requestId,
        now,
        action: 'mails.unsubscribe',
        entity: 'user',
        entityId: userId,
        entityLabel: name,
        before: { [kind]: true },
        after: { [kind]: false },
      });
    }
    return { kind, companyName: (await findCompanyName(tx)) ?? '' };
  });
}
