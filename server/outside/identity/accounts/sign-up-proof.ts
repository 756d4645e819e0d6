import type { AccountRow } from './accounts.repository.ts';
import type { IdentityContext } from '../context.ts';
import type { Caller } from '../identity.ts';
import { createCookie } from '../cookies.ts';
import { isSameText, keyedHash } from '../secrets.ts';

const cookieOf = ({ publicUrl }: IdentityContext) => createCookie({ publicUrl, name: 'portal.sign_up' });
const lifeSeconds = 86_400;

function proofOf(context: IdentityContext, accountId: string, passwordHash: string): string {
  return keyedHash(context.secretsKey, ['sign-up', accountId, passwordHash]);
}

/** Remembers in the browser that its holder knows the password of an address that is not proven yet. */
export function signUpProofCookie(context: IdentityContext, account: { id: string; passwordHash: string }): string {
  return cookieOf(context).write(proofOf(context, account.id, account.passwordHash), lifeSeconds);
}

/**
 * Whether the code may open the account with the password it has now. After one sign-up the code is enough. After a
 * second one for the same address, the passwords may be two people's: then only the browser that chose the present one
 * may finish, or a stranger could have an address owner confirm the stranger's password.
 */
export function mayConfirm(context: IdentityContext, caller: Caller, account: AccountRow): boolean {
  if (account.signUps <= 1) return true;
  const given = cookieOf(context).read(caller.headers);
  return given !== undefined && isSameText(given, proofOf(context, account.id, account.passwordHash));
}
