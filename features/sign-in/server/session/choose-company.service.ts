import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { comeIn } from '#server/access/come-in.ts';
import { recordAccountEntry } from '#server/records/audit.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { Uses } from '#server/portal/portal.ts';
import { listCompanies } from './company-choices.service.ts';
import { setCookies, toCaller } from './session.service.ts';

/**
 * The person of a session comes in to a company that has added it, with the sign-in as an entry there. The others are shown
 * nothing, and are opened by the switch of companies.
 * @throws Problem `session.step-out-of-turn`, `record.not-found`
 */
export async function chooseCompany(
  { database, identity, clock }: Uses<'database' | 'identity' | 'clock'>,
  call: Call,
  companyId: string,
): Promise<SessionStep> {
  const caller = toCaller(call);
  const view = await identity.getSession(caller);
  setCookies(call, view.cookies);
  const { account } = view;
  if (view.state !== 'chooseCompany' || !account) throw new Problem('session.step-out-of-turn');
  const chosen = (await listCompanies(database, view)).find(({ id }) => id === companyId.toLowerCase());
  if (!chosen) throw new Problem('record.not-found');
  const now = clock.now();
  await database.inSystem('users.come-in', async (tx) => {
    await comeIn(tx, { companyId: chosen.id, userId: chosen.userId }, now);
    await recordAccountEntry(tx, {
      companyId: chosen.id,
      actor: { accountId: account.id, name: chosen.userName, email: chosen.email },
      action: 'account.sign-in',
      entity: 'account',
      entityId: account.id,
      entityLabel: chosen.userName,
      after: { address: caller.ip },
      requestId: caller.requestId,
      now,
    });
  });
  return { state: 'signedIn' };
}
