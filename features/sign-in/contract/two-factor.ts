import * as z from 'zod';
import { BothFactorsForm, CodeForm, PasswordForm, RecoveryCodes, TwoFactorSetUp } from './session-forms.ts';
import { endpoint, formStep, poolFaults } from './session-steps.ts';

/** Problems of the authenticator app at a user pool. */
const poolAppProblems = [...poolFaults, 'session.step-out-of-turn', 'session.no-app-at-pool'] as const;

/** Two-factor authentication: of the portal, or of the user pool that opened the session. */
export const twoFactorEndpoints = {
  getTwoFactor: endpoint({
    method: 'GET',
    path: '/session/two-factor',
    summary: 'Get whether two-factor authentication is on: of the portal, or of the user pool that opened the session',
    access: 'signed-in',
    problems: ['session.step-out-of-turn', 'session.too-many-attempts', ...poolFaults],
  }).output(z.object({ isOn: z.boolean() })),

  setUpTwoFactor: endpoint({
    method: 'POST',
    path: '/session/two-factor',
    summary: 'Set up two-factor authentication: get secret and recovery codes; a first code turns it on',
    access: 'signed-in',
    problems: [
      'session.two-factor-on',
      'session.wrong-password',
      'session.too-many-attempts',
      'request.too-many',
      'session.of-one-company',
      ...poolAppProblems,
    ],
  })
    .input(z.object({ body: PasswordForm }))
    .output(TwoFactorSetUp),

  confirmTwoFactor: formStep(CodeForm, {
    path: '/session/two-factor/confirm',
    summary: 'Turn two-factor authentication on with a first code',
    access: 'signed-in',
    problems: [
      'session.two-factor-on',
      'session.two-factor-off',
      'session.wrong-code',
      'session.too-many-attempts',
      'session.of-one-company',
      ...poolAppProblems,
    ],
  }),

  disableTwoFactor: formStep(BothFactorsForm, {
    path: '/session/two-factor/disable',
    summary: 'Turn two-factor authentication off',
    access: 'signed-in',
    problems: [
      'session.two-factor-off',
      'session.wrong-password',
      'session.wrong-code',
      'session.too-many-attempts',
      'request.too-many',
      'session.of-one-company',
      ...poolAppProblems,
    ],
  }),

  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/session/two-factor/recovery-codes',
    summary: 'Renew the recovery codes; the former ones are invalid',
    access: 'signed-in',
    problems: [
      'session.two-factor-off',
      'session.of-one-company',
      'session.wrong-password',
      'session.wrong-code',
      'session.too-many-attempts',
      'request.too-many',
    ],
  })
    .input(z.object({ body: BothFactorsForm }))
    .output(RecoveryCodes),
};
