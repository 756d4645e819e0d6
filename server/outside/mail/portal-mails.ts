import type { Sql } from '../../sql/sql.ts';
import type { Jobs } from '../jobs/jobs.ts';
import {
  accountExistsMail,
  emailChangedMail,
  invitationMail,
  passwordChangedMail,
  signUpApprovedMail,
  temporaryPasswordMail,
} from './account-mails.ts';
import { changedEmailCodeMail, passwordResetCodeMail, signInCodeMail, verificationCodeMail } from './code-mails.ts';
import type { MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';
import { notificationMail } from './notification-mails.ts';
import type { CompanyNotification } from './notification-mails.ts';
import { suspensionMail } from './suspension-mails.ts';
import type { SuspensionFacts, SuspensionMailKind } from './suspension-mails.ts';

interface Recipient {
  email: string;
  firstName: string;
  companyName: string;
}

/** Every mail of the portal, each written as a job in the transaction of `tx`. */
export type PortalMails = ReturnType<typeof createPortalMails>;

export interface PortalMailSettings {
  jobs: Pick<Jobs, 'enqueue'>;
  brand: MailBrand;
  /** Minutes for which a code can be used, as the mail says. */
  codeMinutes: number;
}

const codeTemplates = {
  verify: verificationCodeMail,
  reset: passwordResetCodeMail,
  'sign-in': signInCodeMail,
  'change-email': changedEmailCodeMail,
};

const securityTemplates = {
  'account-exists': accountExistsMail,
  'password-changed': passwordChangedMail,
  'email-changed': emailChangedMail,
};

/** Renders each mail by its template and adds it to the queue. */
export function createPortalMails({ jobs, brand, codeMinutes }: PortalMailSettings) {
  const post = async (tx: Sql, to: { address: string; name?: string }, content: MailContent) => {
    await jobs.enqueue(tx, 'mail.send', { to, ...content });
  };
  const toRecipient = ({ email, firstName }: Recipient) => ({ address: email, name: firstName });
  return {
    sendCode(tx: Sql, mail: { purpose: keyof typeof codeTemplates; email: string; code: string }) {
      const content = codeTemplates[mail.purpose](brand, { code: mail.code, validMinutes: codeMinutes });
      return post(tx, { address: mail.email }, content);
    },
    sendSecurityMail(tx: Sql, mail: { kind: keyof typeof securityTemplates; email: string }) {
      return post(tx, { address: mail.email }, securityTemplates[mail.kind](brand));
    },
    sendTemporaryPassword(tx: Sql, mail: Recipient & { temporaryPassword: string }) {
      return post(tx, toRecipient(mail), temporaryPasswordMail(brand, mail));
    },
    sendInvitation(tx: Sql, mail: Recipient) {
      return post(tx, toRecipient(mail), invitationMail(brand, mail));
    },
    sendSignUpApproved(tx: Sql, mail: Recipient) {
      return post(tx, toRecipient(mail), signUpApprovedMail(brand, mail));
    },
    sendSuspensionMail(tx: Sql, mail: Recipient & SuspensionFacts & { kind: SuspensionMailKind }) {
      return post(tx, toRecipient(mail), suspensionMail(brand, mail));
    },
    /** Only the content, such as for the history; without a token the link to unsubscribe names no reader. */
    renderNotification(notification: CompanyNotification, token?: string): MailContent {
      const page = `${brand.baseUrl}/unsubscribe`;
      return notificationMail(
        brand,
        notification,
        token === undefined ? page : `${page}?token=${encodeURIComponent(token)}`,
      );
    },
    async sendNotification(
      tx: Sql,
      { token, content, ...reader }: { email: string; firstName: string; token: string; content: MailContent },
    ): Promise<void> {
      const oneClickUrl = `${brand.baseUrl}/api/unsubscribe/${encodeURIComponent(token)}`;
      const to = { address: reader.email, name: reader.firstName };
      await jobs.enqueue(tx, 'mail.send', { to, ...content, oneClickUrl });
    },
  };
}
