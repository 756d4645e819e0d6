import type { Database } from '../../database/open-database.ts';
import type { DeletedMails, JobQueues } from '../../outside/jobs/jobs.ts';

export interface WaitingMailDependencies {
  readonly database: Database;
  readonly queues: Pick<JobQueues, 'deleteMails'>;
}

/** Deletes the mails in the queue, which is of no company, that wait for deleted users. */
export async function deleteWaitingMails(
  { database, queues }: WaitingMailDependencies,
  mails: DeletedMails,
): Promise<void> {
  await database.withSystem('users.delete-mails', (tx) => queues.deleteMails(tx, mails));
}
