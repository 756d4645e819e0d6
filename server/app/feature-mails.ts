import { toExecutor } from '../database/connection/executor.ts';
import type { CompaniesMails } from '../features/companies/companies.service.ts';
import type { NoticeMails } from '../features/mails/send-due-notifications.service.ts';
import type { UserMails } from '../features/users/users.service.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';

/** The features' mails, each written by the transaction that makes what the mail speaks of. */
export function toAppMails(mails: PortalMails): UserMails & CompaniesMails & NoticeMails {
  return {
    sendTemporaryPassword: async (tx, { actor, ...mail }) =>
      mails.sendTemporaryPassword(toExecutor(tx), { ...mail, companyName: actor.companyName }),
    sendInvitation: async (tx, { actor, ...mail }) =>
      mails.sendInvitation(toExecutor(tx), { ...mail, companyName: actor.companyName }),
    writeNotice: (notice, token) => mails.writeCompanyNotice(notice, token),
    sendNotice: async (tx, mail) => mails.sendCompanyNotice(toExecutor(tx), mail),
    sendSignUpApproved: async (tx, mail) => mails.sendSignUpApproved(toExecutor(tx), mail),
  };
}
