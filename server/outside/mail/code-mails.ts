import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

/** A code and how long it can be used, in minutes. */
export type MailedCode = { code: string; validMinutes: number };

/*
 * These mails go to unverified addresses. They carry no entered text (no name, no company), because the portal could
 * otherwise be used to write to strangers.
 */

const unexpected =
  'If you did not ask for this, you can ignore this e-mail. Our team will never ask you for this code.';

/** Sign-up: proves the address of a new account. */
export function verificationCodeMail(brand: MailBrand, code: MailedCode): MailContent {
  return codeMail(brand, code, {
    subject: `Verify your ${brand.product} account`,
    heading: 'Verify your account',
    purpose: 'Enter this code on the verification page to finish creating your account.',
  });
}

/** Forgotten password. */
export function passwordResetCodeMail(brand: MailBrand, code: MailedCode): MailContent {
  return codeMail(brand, code, {
    subject: `Reset your ${brand.product} password`,
    heading: 'Reset your password',
    purpose: 'Enter this code together with your new password.',
  });
}

/** A changed e-mail address: sent to the new one, which counts only once the code is entered. */
export function changedEmailCodeMail(brand: MailBrand, code: MailedCode): MailContent {
  return codeMail(brand, code, {
    subject: `Confirm your new e-mail address for ${brand.product}`,
    heading: 'Confirm your new e-mail address',
    purpose: 'Enter this code to start using this address. Until then your previous address stays in use.',
  });
}

type CodeWords = { subject: string; heading: string; purpose: string; note?: string };

function codeMail(brand: MailBrand, { code, validMinutes }: MailedCode, words: CodeWords): MailContent {
  return renderMail(brand, {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [`${words.purpose} It can be used for ${validMinutes} minutes.`],
    secret: { label: 'Code', value: code },
    note: words.note ?? unexpected,
  });
}
