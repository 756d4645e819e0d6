import { randomUUID } from 'node:crypto';
import { testPassword, type TestPortal } from '../../test-portal.ts';
import { signUpForm } from '../../user-forms.ts';
import { newEmail } from './valid-bodies.ts';
import type { ValidCalls } from './valid-call.ts';

/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');
const nothing = () => ({ input: {} });
const wrongCode = '000000';
const bothFactors = { password: testPassword, method: 'totp' as const, code: wrongCode };

const singleSignOnForm = {
  kind: 'oidc' as const,
  // May not be called, so that the test of it ends at once.
  issuer: 'https://127.0.0.1',
  clientId: 'portal',
  domains: [],
  isDemanded: false,
  breakGlass: [],
};

export const sessionCalls: ValidCalls['session'] = {
  get: nothing,
  signIn: ({ other }) => ({
    input: { body: { email: other.superAdmin.email, password: testPassword } },
    endsSession: true,
  }),
  signUp: () => ({ input: { body: signUpForm() } }),
  confirmSignUp: () => ({ input: { body: { email: newEmail(), code: wrongCode } }, answers: [422] }),
  resendCode: () => ({ input: { body: { email: newEmail() } } }),
  requestPasswordReset: () => ({ input: { body: { email: newEmail() } } }),
  resetPassword: () => ({
    input: { body: { email: newEmail(), code: wrongCode, password: testPassword } },
    answers: [422],
  }),
  replacePassword: () => ({ input: { body: { password: testPassword } }, answers: [409] }),
  chooseCompany: (_, { companyId }) => ({ input: { body: { companyId } }, answers: [409] }),
  // A change would end the sessions of the other calls.
  updatePassword: () => ({ input: { body: { password: testPassword, newPassword: testPassword } }, answers: [422] }),
  confirmSignIn: () => ({ input: { body: { method: 'totp', code: wrongCode } }, answers: [409, 422] }),
  createToken: nothing,
  signOut: () => ({ input: {}, endsSession: true }),
  signOutEverywhere: () => ({ input: {}, endsSession: true }),
  listSessions: nothing,
  deleteSession: async ({ portal }, { user }) => ({
    input: { params: { id: await makeSession(portal, user.accountId) } },
  }),
  deleteOtherSessions: nothing,
  getUser: nothing,
  sendContactCode: () => ({ input: {}, answers: [409] }),
  verifyContact: () => ({ input: { body: { code: wrongCode } }, answers: [409] }),
  cancelContact: nothing,
  getTwoFactor: () => ({ input: {} }),
  setUpTwoFactor: () => ({ input: { body: { password: testPassword } } }),
  confirmTwoFactor: () => ({ input: { body: { code: wrongCode } }, answers: [409, 422] }),
  disableTwoFactor: () => ({ input: { body: bothFactors }, answers: [409] }),
  renewRecoveryCodes: () => ({ input: { body: bothFactors }, answers: [409] }),
  getJwks: nothing,
};

export const singleSignOnCalls: ValidCalls['singleSignOn'] = {
  get: nothing,
  update: () => ({ input: { body: singleSignOnForm } }),
  test: () => ({ input: {}, answers: [200, 404] }),
  delete: () => ({ input: {}, answers: [200, 404] }),
  parseMetadata: () => ({ input: { body: { metadata: '<none/>' } }, answers: [422] }),
  samlMetadata: (_, { companyId }) => ({ input: { params: { companyId } } }),
  samlAnswer: (_, { companyId }) => ({
    input: { params: { companyId }, body: new Blob(['SAMLResponse=none']) },
    bodyless: [303],
  }),
  start: () => ({ input: { body: { email: newEmail() } }, answers: [422] }),
  finish: () => ({ input: { body: { state: newWord(), code: newWord() } }, answers: [409] }),
  signOut: () => ({ input: { body: new Blob(['logout_token=none']) }, answers: [400], bodyless: [400] }),
};

async function makeSession({ database }: TestPortal, accountId: string): Promise<string> {
  const { rows } = await database.systemPool.query<{ id: string }>(
    `insert into identity.sessions (account_id, token, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
    [accountId, randomUUID()],
  );
  return rows[0]?.id ?? '';
}
