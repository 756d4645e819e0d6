import type { Config } from './config.ts';

/**
 * Lists what an installation that others reach still lacks, a sentence each; empty where only this machine reaches it.
 * None of it stops a start, because each can be meant.
 */
export function listConfigWarnings({ reachableBy, mail, provider, brand, demo, signUp }: Config): string[] {
  if (reachableBy === undefined) return [];
  return [
    mail.smtpUrl === undefined
      ? 'E-mails are only caught in DATA_DIR/mail and reach no one: set SMTP_URL.'
      : mail.from.address.endsWith('.example') && 'The sender of e-mails is that of the example: set MAIL_FROM.',
    provider.isExample &&
      'The issuer of invoices is that of the example, so that none is issued: set PROVIDER_NAME, PROVIDER_ADDRESS, PROVIDER_VAT_NUMBER and PROVIDER_IBAN.',
    brand.supportEmail.endsWith('.example') && 'The address for support is that of the example: set SUPPORT_EMAIL.',
    signUp === 'open' &&
      'Anyone who reaches the portal can sign up a company and use it at once: set SIGN_UP=approval, or SIGN_UP=closed.',
    demo && 'The demo accounts are served with their published password: unset DEMO.',
  ].filter((warning) => warning !== false);
}
