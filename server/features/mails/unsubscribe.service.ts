import type { Unsubscribed } from '#contract/mails/mails.ts';
import { recordAudit } from '../../records/audit.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { NoticesDependencies } from './send-due-notifications.service.ts';
import { findCompanyName, insertOptOut, lockReader } from './opt-outs.repository.ts';
import type { Unsubscription } from './unsubscribe-token.ts';

interface Request {
  readonly token: string;
  readonly requestId: string;
}

/**
 * Stops one kind of mail for one person, without anybody being signed in: the token is what says who. A second time,
 * and for somebody who is no user any more, the answer is the same.
 * @throws Problem `request.invalid` for a token that is none of ours
 */
export async function unsubscribe(dependencies: NoticesDependencies, request: Request): Promise<Unsubscribed> {
  const unsubscription = dependencies.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(dependencies, unsubscription, request.requestId);
  throw new Problem('request.invalid', { fields: [{ path: 'token', message: 'This link is not valid.' }] });
}

/**
 * The same for a token in the address.
 * @throws Problem `record.not-found` for one that is none of ours, as for whatever an address names
 */
export async function unsubscribeInOneClick(
  dependencies: NoticesDependencies,
  request: Request,
): Promise<Unsubscribed> {
  const unsubscription = dependencies.unsubscribeTokens.read(request.token);
  if (unsubscription) return optOut(dependencies, unsubscription, request.requestId);
  throw new Problem('record.not-found');
}

function optOut(
  { database, clock }: NoticesDependencies,
  { companyId, userId, kind }: Unsubscription,
  requestId: string,
): Promise<Unsubscribed> {
  return database.withCompany(companyId, async (tx) => {
    const now = clock.now();
    const reader = await lockReader(tx, userId);
    if (reader && (await insertOptOut(tx, { userId, kind }, now))) {
      const { accountId, name, email } = reader;
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
