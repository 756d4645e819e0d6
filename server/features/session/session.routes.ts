import { implement } from '@orpc/server';
import { toEmailKey } from '#contract/fields.ts';
import { sessionContract } from '#contract/session/session.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import {
  cancelContact,
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  sendContactCode,
  setUpTwoFactor,
  verifyContact,
} from './account.service.ts';
import { unwrap } from './identity-problems.ts';
import { issueToken, readCurrentUser, readSession, setCookies, signIn, takeStep, toCaller } from './session.service.ts';
import type { SessionDependencies } from './session.service.ts';
import { signUp } from './sign-up.service.ts';

export function sessionRoutes(dependencies: SessionDependencies) {
  const os = implement(sessionContract).$context<RequestContext>();
  return os.router({ ...stepRoutes(dependencies), ...accountRoutes(dependencies) });

  function stepRoutes({ identity }: SessionDependencies) {
    return {
      get: os.get.handler(({ context }) => readSession(dependencies, context)),
      signIn: os.signIn.handler(({ context, input }) => signIn(dependencies, context, input.body)),
      signUp: os.signUp.handler(({ context, input }) => signUp(dependencies, context, input.body)),
      confirmSignUp: os.confirmSignUp.handler(async ({ context, input: { body } }) => {
        const email = toEmailKey(body.email);
        unwrap(await identity.confirmSignUp(toCaller(context), { email, code: body.code }));
        return { state: 'signIn', email };
      }),
      resendCode: os.resendCode.handler(async ({ context, input }) => {
        const email = toEmailKey(input.body.email);
        unwrap(await identity.resendCode(toCaller(context), { email }));
        return { state: 'confirmSignUp', email };
      }),
      requestPasswordReset: os.requestPasswordReset.handler(async ({ context, input }) => {
        const email = toEmailKey(input.body.email);
        unwrap(await identity.sendResetCode(toCaller(context), { email }));
        return { state: 'forgotPassword', email };
      }),
      resetPassword: os.resetPassword.handler(async ({ context, input: { body } }) => {
        const email = toEmailKey(body.email);
        unwrap(await identity.resetPassword(toCaller(context), { ...body, email }));
        return { state: 'signIn', email };
      }),
      replacePassword: os.replacePassword.handler(async ({ context, input }) =>
        takeStep(context, unwrap(await identity.setNewPassword(toCaller(context), input.body))),
      ),
      sendSignInCode: os.sendSignInCode.handler(async ({ context }) => {
        unwrap(await identity.sendSignInCode(toCaller(context)));
        return { state: 'confirmSignIn' };
      }),
      confirmSignIn: os.confirmSignIn.handler(async ({ context, input }) =>
        takeStep(context, unwrap(await identity.confirmSignIn(toCaller(context), input.body))),
      ),
      createToken: os.createToken.handler(({ context, input }) =>
        issueToken(dependencies, context, { withUser: input.query?.with === 'user' }),
      ),
      signOut: os.signOut.handler(async ({ context }) => {
        const { cookies } = await identity.signOut(toCaller(context));
        setCookies(context, cookies);
        return { state: 'signedOut' };
      }),
      getJwks: os.getJwks.handler(() => identity.jwks()),
    } as const;
  }

  function accountRoutes({ identity }: SessionDependencies) {
    return {
      getUser: os.getUser.handler(({ context }) => readCurrentUser(dependencies, getActor(context))),
      signOutEverywhere: os.signOutEverywhere.handler(async ({ context }) => {
        await identity.signOutEverywhere(getActor(context).accountId);
        const { cookies } = await identity.signOut(toCaller(context));
        setCookies(context, cookies);
        return { state: 'signedOut' };
      }),
      sendContactCode: os.sendContactCode.handler(({ context }) =>
        sendContactCode(dependencies, toCallContext(context)),
      ),
      verifyContact: os.verifyContact.handler(({ context, input }) =>
        verifyContact(dependencies, toCallContext(context), input.body.code),
      ),
      cancelContact: os.cancelContact.handler(({ context }) => cancelContact(dependencies, toCallContext(context))),
      setUpTwoFactor: os.setUpTwoFactor.handler(({ context, input }) =>
        setUpTwoFactor(dependencies, toCallContext(context), input.body.password),
      ),
      confirmTwoFactor: os.confirmTwoFactor.handler(({ context, input }) =>
        confirmTwoFactor(dependencies, toCallContext(context), input.body.code),
      ),
      disableTwoFactor: os.disableTwoFactor.handler(({ context, input }) =>
        disableTwoFactor(dependencies, toCallContext(context), input.body),
      ),
      renewRecoveryCodes: os.renewRecoveryCodes.handler(({ context, input }) =>
        renewRecoveryCodes(dependencies, toCallContext(context), input.body),
      ),
    } as const;
  }
}
