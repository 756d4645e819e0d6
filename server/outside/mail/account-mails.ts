import { temporaryPasswordDays } from '#contract/constants.ts';
import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

/** A user made by a SuperAdmin, without an account so far: the password must be changed at the first sign-in. */
export function temporaryPasswordMail(
  brand: MailBrand,
  user: { firstName: string; companyName: string; email: string; temporaryPassword: string },
): MailContent {
  return renderMail(brand, {
    subject: `Your ${brand.product} account`,
    heading: `Welcome to ${brand.product}, ${user.firstName}`,
    paragraphs: [
      `${user.companyName} has created an account for you.`,
      `Sign in with ${user.email} and the temporary password below. You will then choose your own. The temporary password expires after ${temporaryPasswordDays} days.`,
    ],
    addresses: [user.email],
    secret: { label: 'Temporary password', value: user.temporaryPassword },
    action: { label: 'Sign in', url: pageUrl(brand, '/login') },
    note: 'If you do not know this company, you can ignore this e-mail.',
  });
}

/** A user made by a SuperAdmin whose address already has an account: the same sign-in now opens one more company. */
export function invitationMail(brand: MailBrand, user: { firstName: string; companyName: string }): MailContent {
  return renderMail(brand, {
    subject: `You have been added to a company on ${brand.product}`,
    heading: `You have been added to ${user.companyName}`,
    paragraphs: [
      `Hello ${user.firstName},`,
      `${user.companyName} has added you to its ${brand.product} portal. Sign in with the password you already have.`,
    ],
    action: { label: 'Sign in', url: pageUrl(brand, '/login') },
    note: 'If you do not know this company, contact us at the address below.',
  });
}

/** A user made by a SuperAdmin in a company that demands single sign-on, where no password opens anything. */
export function singleSignOnInvitationMail(
  brand: MailBrand,
  user: { firstName: string; companyName: string; email: string },
): MailContent {
  return renderMail(brand, {
    subject: `You have been added to a company on ${brand.product}`,
    heading: `You have been added to ${user.companyName}`,
    paragraphs: [
      `Hello ${user.firstName},`,
      `${user.companyName} has added you to its ${brand.product} portal. Sign in with ${user.email} and the single sign-on of your company. You need no other password.`,
    ],
    addresses: [user.email],
    action: { label: 'Continue with single sign-on', url: pageUrl(brand, '/single-sign-on') },
    note: 'If you do not know this company, contact us at the address below.',
  });
}

/** A sign-up used the address of an existing account. Only this mail reveals it, to the owner of the address. */
export function accountExistsMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `You already have a ${brand.product} account`,
    heading: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to sign up with this e-mail address. It already has an account, so nothing was changed.',
      'If you forgot the password, you can set a new one.',
    ],
    action: { label: 'Reset password', url: pageUrl(brand, '/forgot-password') },
    note: 'If this wasn’t you, you can ignore this e-mail.',
  });
}

/** The provider has approved a sign-up; until then signing in was denied. */
export function signUpApprovedMail(brand: MailBrand, user: { firstName: string; companyName: string }): MailContent {
  return renderMail(brand, {
    subject: `Your ${brand.product} account is ready`,
    heading: 'Your account is ready',
    paragraphs: [`Hello ${user.firstName},`, `the portal of ${user.companyName} is open. You can sign in now.`],
    action: { label: 'Sign in', url: pageUrl(brand, '/login') },
    note: 'You receive this e-mail because you signed up with this address.',
  });
}

/** The password was changed or reset: its owner learns of it, also where a stranger did it. */
export function passwordChangedMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `Your ${brand.product} password was changed`,
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed just now, and you were signed out everywhere else.'],
    action: { label: 'Reset password', url: pageUrl(brand, '/forgot-password') },
    note: 'If this wasn’t you, reset the password now and contact us at the address below.',
  });
}

/** A reset was requested for a password that opens nothing, because the user's companies demand single sign-on. */
export function passwordClosedMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `Sign in to ${brand.product} with single sign-on`,
    heading: 'You sign in with single sign-on',
    paragraphs: [
      `Someone, probably you, asked for a code to reset the password of this account. Your company requires single sign-on, so you need no password for ${brand.product}, and there is no code.`,
      'Your password and two-factor authentication are managed by your company’s sign-in service.',
    ],
    action: { label: 'Continue with single sign-on', url: pageUrl(brand, '/single-sign-on') },
    note: 'If this wasn’t you, you can ignore this e-mail.',
  });
}

/** Sent to the address that an account no longer uses. The new one is not named: this mailbox may be a stranger's. */
export function emailChangedMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `Your ${brand.product} e-mail address was changed`,
    heading: 'Your e-mail address was changed',
    paragraphs: ['Your account now uses another e-mail address. This one can no longer be used to sign in.'],
    note: 'If this wasn’t you, contact us immediately at the address below.',
  });
}

/** An administrator has reset the second factor: its owner learns of it. */
export function twoFactorResetMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `Two-factor authentication of your ${brand.product} account was reset`,
    heading: 'Two-factor authentication was reset',
    paragraphs: [
      'An administrator of your company has turned off two-factor authentication for your account.',
      'You are no longer asked for a code when you sign in. If you sign in with a password, please set up two-factor authentication again.',
    ],
    action: { label: 'Open security settings', url: pageUrl(brand, '/settings/security') },
    note: 'If you did not ask for this, contact your administrator immediately.',
  });
}

/** A SuperAdmin has signed in with a password where single sign-on is demanded: all SuperAdmins learn of it. */
export function breakGlassMail(brand: MailBrand): MailContent {
  return renderMail(brand, {
    subject: `An emergency sign-in to ${brand.product}`,
    heading: 'A SuperAdmin has signed in with a password',
    paragraphs: [
      'Your company requires single sign-on. A SuperAdmin who is allowed to do so has signed in with password and two-factor authentication instead.',
      'The audit log names the user, the time and the network.',
    ],
    action: { label: 'Open the audit log', url: pageUrl(brand, '/settings/audit?entity=account') },
    note: 'If you do not know why, remove this user from the emergency access of single sign-on.',
  });
}

interface DomainAbsence {
  domain: string;
  /** Days in a row on which its record was not there. */
  absentDays: number;
  /** 0: the domain is not verified any more. */
  daysLeft: number;
}

/** The TXT record of a verified domain is gone: all SuperAdmins learn of it in time, and when it has ended the proof. */
export function domainMail(brand: MailBrand, { domain, absentDays, daysLeft }: DomainAbsence): MailContent {
  const isOver = daysLeft === 0;
  const absent = `The TXT record that verifies ${domain} for single sign-on was not found on ${absentDays} days in a row.`;
  return renderMail(brand, {
    subject: isOver ? `${domain} is no longer verified` : `The verification of ${domain} is missing`,
    heading: isOver ? `${domain} is no longer verified` : 'A verification record is missing',
    paragraphs: isOver
      ? [
          `${absent} Users of this domain can no longer sign in with single sign-on.`,
          'To verify the domain again, add the record that the settings show, and run the test.',
        ]
      : [
          `${absent} Please add it again.`,
          `Otherwise the domain is no longer verified in ${daysLeft} days, and its users cannot sign in with single sign-on.`,
        ],
    action: { label: 'Open single sign-on', url: pageUrl(brand, '/settings/single-sign-on') },
    note: 'You receive this e-mail because you are a SuperAdmin of your company.',
    // The company's own, which it has verified.
    addresses: [domain],
  });
}

function pageUrl(brand: MailBrand, path: string): string {
  return new URL(path, brand.baseUrl).href;
}
