import type { IdentityContext } from '../context.ts';
import type { Answer, Caller, SignInStep } from '../identity.ts';
import { deleteSessionByToken } from './sessions.repository.ts';

type Way<Input> = (context: IdentityContext, caller: Caller, input: Input) => Promise<Answer<SignInStep>>;

/** A sign-in that ends the session its browser had, because no cookie names that one any more. */
export function replacingSession<Input>(signInBy: Way<Input>): Way<Input> {
  return async (context, caller, input) => {
    const answer = await signInBy(context, caller, input);
    if (!answer.ok || (answer.state !== 'signedIn' && answer.state !== 'requireNewPassword')) return answer;
    const former = await context.auth.api.getSession({ headers: caller.headers });
    if (former) await deleteSessionByToken(context.sql, { token: former.session.token });
    return answer;
  };
}
