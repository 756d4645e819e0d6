import type { secondFactors, SessionStep } from '#features/sign-in/contract/session-forms.ts';

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

export type CodeSource = NonNullable<SessionStep['codeFrom']>;

/** Words by the source of the code of a company's own sign-in service. */
export const codeWords: Readonly<Record<CodeSource, Pick<FactorWords, 'intro' | 'fieldLabel'>>> = {
  app: secondFactorWords.totp,
  sms: { intro: 'Enter the code that was sent to your phone.', fieldLabel: 'Code' },
  mail: { intro: 'Enter the code that was sent to your e-mail address.', fieldLabel: 'Code' },
};
