import { refuseStatus, toBasicAuthorization } from './attempt.ts';
import type { Attempt } from './attempt.ts';

/**
 * Calls a path without and then with the credentials: only a system that refuses strangers (`isAsked`) has said
 * something of them by its status.
 */
export async function signInBasic({ target, send }: Attempt, path: string) {
  const asStranger = await send({ path, isBodyRead: false });
  // A redirect is reported before credentials are sent to what may be the wrong place.
  if (asStranger.status >= 300 && asStranger.status < 400) refuseStatus(asStranger.status);
  const authorization = toBasicAuthorization(target.username ?? '', target.password);
  const { status } = await send({ path, headers: { authorization }, isBodyRead: false });
  return { status, isAsked: asStranger.status === 401 || asStranger.status === 403 };
}
