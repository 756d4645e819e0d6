import type { secondFactors } from '#contract/session/session-forms.ts';

export type SecondFactor = (typeof secondFactors)[number];

/** `waitSeconds` until another code can be requested, where the previous one is still valid. */
export type ChooseSecondFactor = (method: SecondFactor, waitSeconds?: number) => void;

interface FactorWords {
  readonly getIntro: (email: string | undefined) => string;
  readonly fieldLabel: string;
  /** The link to this method. */
  readonly choice: string;
}

export const secondFactorWords: Readonly<Record<SecondFactor, FactorWords>> = {
  totp: {
    getIntro: () => 'Enter the code from your authenticator app.',
    fieldLabel: 'Authenticator code',
    choice: 'Use my authenticator app',
  },
  email: {
    getIntro: (email) =>
      `We e-mailed a code to ${email ?? 'your address'}. The code expires in 10 minutes. If it doesn’t arrive, check your spam folder.`,
    fieldLabel: 'E-mail code',
    choice: 'E-mail me a code',
  },
  recovery: {
    getIntro: () => 'Enter one of your recovery codes. Each works once.',
    fieldLabel: 'Recovery code',
    choice: 'Use a recovery code',
  },
};
