import type { sessionContract } from '#features/sign-in/contract/session.ts';
import * as account from './account.service.ts';
import { chooseCompany } from './choose-company.service.ts';
import * as session from './session.service.ts';
import * as sessions from './sessions.service.ts';
import * as signUp from './sign-up.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const sessionOperations: Operations<typeof sessionContract> = {
  get: (portal, call) => session.getSession(portal, call),
  signIn: (portal, call, { body }) => session.signIn(portal, call, body),
  signUp: (portal, call, { body }) => signUp.signUp(portal, call, body),
  confirmSignUp: (portal, call, { body }) => signUp.confirmSignUp(portal, call, body),
  resendCode: (portal, call, { body }) => signUp.resendCode(portal, call, body.email),
  requestPasswordReset: (portal, call, { body }) => session.requestPasswordReset(portal, call, body.email),
  resetPassword: (portal, call, { body }) => session.resetPassword(portal, call, body),
  replacePassword: (portal, call, { body }) => session.replacePassword(portal, call, body.password),
  updatePassword: (portal, call, { body }) => session.updatePassword(portal, call, body),
  confirmSignIn: (portal, call, { body }) => session.confirmSignIn(portal, call, body),
  chooseCompany: (portal, call, { body }) => chooseCompany(portal, call, body.companyId),
  createToken: (portal, call, { query }) => session.createToken(portal, call, { withUser: query?.with === 'user' }),
  signOut: (portal, call) => session.signOut(portal, call),
  signOutEverywhere: (portal, call) => session.signOutEverywhere(portal, call),
  listSessions: (portal, { actor }) => sessions.listSessions(portal, actor),
  deleteSession: (portal, call, { params }) => sessions.deleteSession(portal, call, params.id),
  deleteOtherSessions: (portal, call) => sessions.deleteOtherSessions(portal, call),
  getJwks: (portal) => portal.identity.getJwks(),
  getUser: (portal, { actor }) => session.getCurrentUser(portal, actor),
  sendContactCode: (portal, call) => account.sendContactCode(portal, call),
  verifyContact: (portal, call, { body }) => account.verifyContact(portal, call, body.code),
  cancelContact: (portal, call) => account.cancelContact(portal, call),
  getTwoFactor: (portal, call) => account.getTwoFactor(portal, call),
  setUpTwoFactor: (portal, call, { body }) => account.setUpTwoFactor(portal, call, body.password),
  confirmTwoFactor: (portal, call, { body }) => account.confirmTwoFactor(portal, call, body.code),
  disableTwoFactor: (portal, call, { body }) => account.disableTwoFactor(portal, call, body),
  renewRecoveryCodes: (portal, call, { body }) => account.renewRecoveryCodes(portal, call, body),
};
