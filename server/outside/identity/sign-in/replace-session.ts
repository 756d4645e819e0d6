import type { IdentityContext } from '../context.ts';
import type { Answer, Caller, SignInStep } from '../identity.ts';
import { deleteSessionByToken } from './sessions.repository.ts';

type Way<Input> = (context: IdentityContext, caller: Caller, input: Input) => Promise<Answer<SignInStep>>;

/** States in which the cookies of the answer name a session. */
const withSession: ReadonlySet<string> = new Set(['signedIn', 'requireNewPassword', 'chooseCompany']);

/** A sign-in that ends the session its browser had, because no cookie names that one any more. */
export function replacingSession<Input>(signInBy: Way<Input>): Way<Input> {
  return async (context, caller, input) => {
    const answer = await signInBy(context, caller, input);
    if (!answer.ok || !withSession.has(answer.state)) return answer;
    const former = await context.auth.api.getSession({ headers: caller.headers });
    if (former) await deleteSessionByToken(context.sql, { token: former.session.token });
    return answer;
  };
}
