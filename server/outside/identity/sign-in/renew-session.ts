import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { SessionsOf } from '../identity.ts';
import type { Sql } from '../../../sql/sql.ts';
import { randomToken } from '../secrets.ts';
import { deleteSessions, updateSessionKeys } from './sessions.repository.ts';

/**
 * Ends every session of an account, or of one company's issuer, but one, which goes on under another id and token, with its sign-in time and its issuer.
 * @returns the new token, for `getRenewedCookies` once the transaction is over
 */
export async function renewSession(
  tx: Sql,
  { sessionId, now, ...sessions }: SessionsOf & { sessionId: string | undefined; now: Date },
): Promise<string | undefined> {
  await deleteSessions(tx, { ...sessions, exceptId: sessionId });
  if (sessionId === undefined) return undefined;
  const token = randomToken();
  const renewed = await updateSessionKeys(tx, { id: sessionId, newId: randomUUID(), token, now });
  return renewed && token;
}

/** The cookies by which the browser goes on; none without a token. */
export const getRenewedCookies = ({ cookies }: IdentityContext, token: string | undefined): string[] =>
  token === undefined ? [] : [cookies.session.write(token)];
