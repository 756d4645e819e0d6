import type { Executor } from '../../lib/executor.ts';
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
import { noticeMail } from './notification-mails.ts';
import type { Notice } from './notification-mails.ts';

type Member = { email: string; firstName: string; companyName: string };

/** Every mail the portal sends, each written as a job in the transaction that `executor` runs in. */
export type PortalMails = ReturnType<typeof createPortalMails>;

export type PortalMailSettings = {
  jobs: Pick<Jobs, 'enqueue'>;
  brand: MailBrand;
  /** How long a mailed code can be used; only told to the reader here. */
  codeMinutes: number;
};

const codeTemplates = {
  verify: verificationCodeMail,
  reset: passwordResetCodeMail,
  'sign-in': signInCodeMail,
  'change-email': changedEmailCodeMail,
};

const noticeTemplates = {
  'account-exists': accountExistsMail,
  'password-changed': passwordChangedMail,
  'email-changed': emailChangedMail,
};

/** Turns what happened into mails: picks the template, fills in the brand and hands the mail to the queue. */
export function createPortalMails({ jobs, brand, codeMinutes }: PortalMailSettings) {
  const post = async (executor: Executor, to: { address: string; name?: string }, content: MailContent) => {
    await jobs.enqueue(executor, 'mail.send', { to, ...content });
  };
  const toMember = ({ email, firstName }: Member) => ({ address: email, name: firstName });
  return {
    sendCode(executor: Executor, mail: { purpose: keyof typeof codeTemplates; email: string; code: string }) {
      const content = codeTemplates[mail.purpose](brand, { code: mail.code, validMinutes: codeMinutes });
      return post(executor, { address: mail.email }, content);
    },
    sendNotice(executor: Executor, mail: { notice: keyof typeof noticeTemplates; email: string }) {
      return post(executor, { address: mail.email }, noticeTemplates[mail.notice](brand));
    },
    sendTemporaryPassword(executor: Executor, mail: Member & { temporaryPassword: string }) {
      return post(executor, toMember(mail), temporaryPasswordMail(brand, mail));
    },
    sendInvitation(executor: Executor, mail: Member) {
      return post(executor, toMember(mail), invitationMail(brand, mail));
    },
    sendSignUpApproved(executor: Executor, mail: Member) {
      return post(executor, toMember(mail), signUpApprovedMail(brand, mail));
    },
    /** The words alone, such as for a history; without a token the link to unsubscribe is nobody's. */
    writeCompanyNotice(notice: Notice, token?: string): MailContent {
      const page = `${brand.baseUrl}/unsubscribe`;
      return noticeMail(brand, notice, token === undefined ? page : `${page}?token=${encodeURIComponent(token)}`);
    },
    async sendCompanyNotice(
      executor: Executor,
      { token, content, ...reader }: { email: string; firstName: string; token: string; content: MailContent },
    ): Promise<void> {
      const oneClickUrl = `${brand.baseUrl}/api/unsubscribe/${encodeURIComponent(token)}`;
      const to = { address: reader.email, name: reader.firstName };
      await jobs.enqueue(executor, 'mail.send', { to, ...content, oneClickUrl });
    },
  };
}
