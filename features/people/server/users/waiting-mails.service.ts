import type { Uses } from '#server/portal/portal.ts';
import type { DeletedMails } from '#server/outside/jobs/jobs.ts';

/** Deletes the mails in the queue, which is of no company, that wait for deleted users. */
export async function deleteWaitingMails(
  { database, queues }: Uses<'database' | 'queues'>,
  mails: DeletedMails,
): Promise<void> {
  await database.inSystem('users.delete-mails', (tx) => queues.deleteMails(tx, mails));
}
