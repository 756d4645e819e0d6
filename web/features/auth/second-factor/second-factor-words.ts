import type { secondFactors } from '#contract/session/session-forms.ts';

export type SecondFactor = (typeof secondFactors)[number];

/** `problem` says why no new code was mailed; the previous one may still be valid. */
export type ChooseSecondFactor = (method: SecondFactor, problem?: string) => void;

interface FactorWords {
  readonly getIntro: (email: string | undefined) => string;
  readonly fieldLabel: string;
  /** The link to this method. */
  readonly choice: string;
}

export const secondFactorWords: Readonly<Record<SecondFactor, FactorWords>> = {
  totp: {
    getIntro: () => 'Enter the code that your authenticator app shows now.',
    fieldLabel: 'Code of the app',
    choice: 'Use my authenticator app',
  },
  email: {
    getIntro: (email) => `We have mailed a code to ${email ?? 'your e-mail address'}. It is good for ten minutes.`,
    fieldLabel: 'Code of the mail',
    choice: 'Mail me a code',
  },
  recovery: {
    getIntro: () => 'Enter one of the recovery codes that you kept when you set this up. Each works once.',
    fieldLabel: 'Recovery code',
    choice: 'Use a recovery code',
  },
};
