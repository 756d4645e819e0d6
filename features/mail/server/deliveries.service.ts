import type { MailDelivery } from '#server/outside/mail/mail.ts';
import type { Uses } from '#server/portal/portal.ts';
import { updateDelivery } from './notification-log.repository.ts';

/** Notes in the history of mails what became of an attempt at one. */
export async function recordDelivery(
  { database }: Uses<'database'>,
  { companyId, historyId }: { readonly companyId: string; readonly historyId: string },
  { state, reason }: MailDelivery,
): Promise<void> {
  await database.inCompany(companyId, (tx) => updateDelivery(tx, { id: historyId, state, reason }));
}
