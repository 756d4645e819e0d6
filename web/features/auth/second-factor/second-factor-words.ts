import type { secondFactors } from '#contract/session/session-forms.ts';

export type SecondFactor = (typeof secondFactors)[number];

interface FactorWords {
  readonly intro: string;
  readonly fieldLabel: string;
  /** The link to this method. */
  readonly choice: string;
}

export const secondFactorWords: Readonly<Record<SecondFactor, FactorWords>> = {
  totp: {
    intro: 'Enter the code from your authenticator app.',
    fieldLabel: 'Authenticator code',
    choice: 'Use my authenticator app',
  },
  recovery: {
    intro: 'Enter one of your recovery codes. Each works once.',
    fieldLabel: 'Recovery code',
    choice: 'Use a recovery code',
  },
};
