import type { Sql } from '../../sql/sql.ts';
import type { Jobs } from '../jobs/jobs.ts';
import {
  accountExistsMail,
  breakGlassMail,
  domainMail,
  emailChangedMail,
  invitationMail,
  passwordClosedMail,
  passwordChangedMail,
  signUpApprovedMail,
  singleSignOnInvitationMail,
  temporaryPasswordMail,
  twoFactorResetMail,
} from './account-mails.ts';
import { changedEmailCodeMail, passwordResetCodeMail, verificationCodeMail } from './code-mails.ts';
import { limitAnswerMail, limitRequestMail } from './limit-mails.ts';
import type { MailBrand } from './mail-layout.ts';
import type { MailAttachment, MailContent } from './mail.ts';
import { notificationMail, type CompanyNotification } from './notification-mails.ts';
import { deletionMail, exportReadyMail, rowFileReadyMail } from './privacy-mails.ts';
import { reportMail, type ReportFacts } from './report-mail.ts';
import { skillApprovalMail, skillStateMail } from './skill-mails.ts';
import { suspensionMail, type SuspensionFacts, type SuspensionMailKind } from './suspension-mails.ts';

interface Recipient {
  email: string;
  firstName: string;
  companyName: string;
  /** The company that the mail is about. */
  companyId: string;
}

/** A mail of an account, which belongs to no company, or of a company about an account. */
interface AccountMail {
  email: string;
  companyId?: string;
}

/** A rendered mail to one reader. The token stops mails of its kind, also by the button of a mail program. */
interface CompanyMail {
  email: string;
  firstName: string;
  token?: string;
  content: MailContent;
  companyId: string;
  attachments?: MailAttachment[];
  /** The invoice whose files are attached when it is sent. */
  invoiceId?: string;
  /** Its row in the company's history of mails. */
  historyId?: string;
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
  'change-email': changedEmailCodeMail,
};

const securityTemplates = {
  'account-exists': accountExistsMail,
  'password-changed': passwordChangedMail,
  'email-changed': emailChangedMail,
  'two-factor-reset': twoFactorResetMail,
  'password-closed': passwordClosedMail,
  'break-glass': breakGlassMail,
};

/** Renders each mail by its template and adds it to the queue. */
export function createPortalMails({ jobs, brand, codeMinutes }: PortalMailSettings) {
  const post = async (tx: Sql, { email, companyId }: AccountMail, content: MailContent) => {
    const to = { address: email };
    await jobs.enqueue(tx, 'mail.send', { to, ...content, ...(companyId !== undefined && { companyId }) });
  };
  return {
    sendCode(tx: Sql, mail: { purpose: keyof typeof codeTemplates; email: string; code: string }) {
      const content = codeTemplates[mail.purpose](brand, { code: mail.code, validMinutes: codeMinutes });
      return post(tx, mail, content);
    },
    sendSecurityMail(tx: Sql, mail: AccountMail & { kind: keyof typeof securityTemplates }) {
      return post(tx, mail, securityTemplates[mail.kind](brand));
    },
    ...createCompanyMails({ jobs, brand }),
    /** Only the content, such as for the history; without a token the link to unsubscribe names no reader. */
    renderNotification(notification: CompanyNotification, token?: string): MailContent {
      const page = `${brand.baseUrl}/unsubscribe`;
      return notificationMail(brand, notification, token === undefined ? page : toUnsubscribeUrl(brand, token));
    },
    /** To the address of a company for its invoices, which no link unsubscribes. */
    renderInvoice(notification: CompanyNotification): MailContent {
      return notificationMail(brand, notification, undefined);
    },
    /** Without a token it has no link that stops it. */
    renderReport(
      facts: ReportFacts,
      { token, ...options }: { companyName: string; attachment: string | undefined; token?: string },
    ): MailContent {
      const unsubscribeUrl = token === undefined ? undefined : toUnsubscribeUrl(brand, token);
      return reportMail(brand, facts, { ...options, unsubscribeUrl });
    },
    async sendNotification(tx: Sql, { token, content, email, firstName, ...mail }: CompanyMail): Promise<void> {
      const to = { address: email, ...(firstName !== '' && { name: firstName }) };
      await jobs.enqueue(tx, 'mail.send', {
        to,
        ...content,
        ...(token !== undefined && {
          oneClickUrl: `${brand.baseUrl}/api/unsubscribe/${encodeURIComponent(token)}`,
        }),
        ...mail,
      });
    },
  };
}

const toUnsubscribeUrl = ({ baseUrl }: MailBrand, token: string) =>
  `${baseUrl}/unsubscribe?token=${encodeURIComponent(token)}`;

type PostOf = (tx: Sql, to: Omit<Recipient, 'companyName'>, content: MailContent) => Promise<void>;

/** The mails about requests for more of a limit. */
const createLimitMails = (brand: MailBrand, postOf: PostOf) => ({
  sendLimitRequest(tx: Sql, mail: Recipient & Parameters<typeof limitRequestMail>[1]) {
    return postOf(tx, mail, limitRequestMail(brand, mail));
  },
  sendLimitAnswer(tx: Sql, mail: Recipient & Parameters<typeof limitAnswerMail>[1]) {
    return postOf(tx, mail, limitAnswerMail(brand, mail));
  },
});

/** The mails to users of a company about it. */
function createCompanyMails({ jobs, brand }: Pick<PortalMailSettings, 'jobs' | 'brand'>) {
  /** With the company's logo. */
  const postOf = async (
    tx: Sql,
    { email, firstName, companyId }: Omit<Recipient, 'companyName'>,
    content: MailContent,
  ) => {
    const to = { address: email, ...(firstName !== '' && { name: firstName }) };
    await jobs.enqueue(tx, 'mail.send', { to, ...content, companyId });
  };
  return {
    sendTemporaryPassword(tx: Sql, mail: Recipient & { temporaryPassword: string }) {
      return postOf(tx, mail, temporaryPasswordMail(brand, mail));
    },
    sendInvitation(tx: Sql, mail: Recipient) {
      return postOf(tx, mail, invitationMail(brand, mail));
    },
    sendSingleSignOnInvitation(tx: Sql, mail: Recipient) {
      return postOf(tx, mail, singleSignOnInvitationMail(brand, mail));
    },
    sendSignUpApproved(tx: Sql, mail: Recipient) {
      return postOf(tx, mail, signUpApprovedMail(brand, mail));
    },
    sendDomainMail(tx: Sql, mail: Omit<Recipient, 'companyName'> & Parameters<typeof domainMail>[1]) {
      return postOf(tx, mail, domainMail(brand, mail));
    },
    sendExportReady(tx: Sql, mail: Recipient) {
      return postOf(tx, mail, exportReadyMail(brand, mail));
    },
    sendRowFileReady(tx: Sql, mail: Recipient & Parameters<typeof rowFileReadyMail>[1]) {
      return postOf(tx, mail, rowFileReadyMail(brand, mail));
    },
    sendDeletionMail(tx: Sql, mail: Recipient & Parameters<typeof deletionMail>[1]) {
      return postOf(tx, mail, deletionMail(brand, mail));
    },
    sendSkillApproval(tx: Sql, mail: Recipient & Parameters<typeof skillApprovalMail>[1]) {
      return postOf(tx, mail, skillApprovalMail(brand, mail));
    },
    sendSkillState(tx: Sql, mail: Recipient & Parameters<typeof skillStateMail>[1]) {
      return postOf(tx, mail, skillStateMail(brand, mail));
    },
    ...createLimitMails(brand, postOf),
    sendSuspensionMail(tx: Sql, mail: Recipient & SuspensionFacts & { kind: SuspensionMailKind }) {
      return postOf(tx, mail, suspensionMail(brand, mail));
    },
  };
}
