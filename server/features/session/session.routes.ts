import { implement } from '@orpc/server';
import { sessionContract } from '#contract/session/session.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import * as account from './account.service.ts';
import * as session from './session.service.ts';
import type { SessionDependencies } from './session.service.ts';
import * as sessions from './sessions.service.ts';
import * as signUp from './sign-up.service.ts';

export function sessionRoutes(dependencies: SessionDependencies) {
  const os = implement(sessionContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => session.getSession(dependencies, context)),
    signIn: os.signIn.handler(({ context, input }) => session.signIn(dependencies, context, input.body)),
    signUp: os.signUp.handler(({ context, input }) => signUp.signUp(dependencies, context, input.body)),
    confirmSignUp: os.confirmSignUp.handler(({ context, input }) =>
      signUp.confirmSignUp(dependencies, context, input.body),
    ),
    resendCode: os.resendCode.handler(({ context, input }) =>
      signUp.resendCode(dependencies, context, input.body.email),
    ),
    requestPasswordReset: os.requestPasswordReset.handler(({ context, input }) =>
      session.requestPasswordReset(dependencies, context, input.body.email),
    ),
    resetPassword: os.resetPassword.handler(({ context, input }) =>
      session.resetPassword(dependencies, context, input.body),
    ),
    replacePassword: os.replacePassword.handler(({ context, input }) =>
      session.replacePassword(dependencies, context, input.body.password),
    ),
    updatePassword: os.updatePassword.handler(({ context, input }) =>
      session.updatePassword(dependencies, context, input.body),
    ),
    confirmSignIn: os.confirmSignIn.handler(({ context, input }) =>
      session.confirmSignIn(dependencies, context, input.body),
    ),
    createToken: os.createToken.handler(({ context, input }) =>
      session.createToken(dependencies, context, { withUser: input.query?.with === 'user' }),
    ),
    signOut: os.signOut.handler(({ context }) => session.signOut(dependencies, context)),
    signOutEverywhere: os.signOutEverywhere.handler(({ context }) => session.signOutEverywhere(dependencies, context)),
    listSessions: os.listSessions.handler(({ context }) => sessions.listSessions(dependencies, getActor(context))),
    deleteSession: os.deleteSession.handler(({ context, input }) =>
      sessions.deleteSession(dependencies, toCallContext(context), input.params.id),
    ),
    deleteOtherSessions: os.deleteOtherSessions.handler(({ context }) =>
      sessions.deleteOtherSessions(dependencies, toCallContext(context)),
    ),
    getJwks: os.getJwks.handler(() => dependencies.identity.getJwks()),
    getUser: os.getUser.handler(({ context }) => session.getCurrentUser(dependencies, getActor(context))),
    sendContactCode: os.sendContactCode.handler(({ context }) =>
      account.sendContactCode(dependencies, toCallContext(context)),
    ),
    verifyContact: os.verifyContact.handler(({ context, input }) =>
      account.verifyContact(dependencies, toCallContext(context), input.body.code),
    ),
    cancelContact: os.cancelContact.handler(({ context }) =>
      account.cancelContact(dependencies, toCallContext(context)),
    ),
    getTwoFactor: os.getTwoFactor.handler(({ context }) => account.getTwoFactor(dependencies, toCallContext(context))),
    setUpTwoFactor: os.setUpTwoFactor.handler(({ context, input }) =>
      account.setUpTwoFactor(dependencies, toCallContext(context), input.body.password),
    ),
    confirmTwoFactor: os.confirmTwoFactor.handler(({ context, input }) =>
      account.confirmTwoFactor(dependencies, toCallContext(context), input.body.code),
    ),
    disableTwoFactor: os.disableTwoFactor.handler(({ context, input }) =>
      account.disableTwoFactor(dependencies, toCallContext(context), input.body),
    ),
    renewRecoveryCodes: os.renewRecoveryCodes.handler(({ context, input }) =>
      account.renewRecoveryCodes(dependencies, toCallContext(context), input.body),
    ),
  });
}
