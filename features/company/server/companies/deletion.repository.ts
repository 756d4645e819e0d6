import { systemStatement } from '#server/sql/statement.ts';
import { boolean, instant, text, uuid } from '#server/sql/types.ts';

export const createDeletion = systemStatement.run({
  text: `
    update companies set deletion_due_at = $dueAt, deletion_reason = $reason, deletion_suspends = $suspends,
      updated_at = $now
    where id = $id`,
  params: { id: uuid, dueAt: instant, reason: text, suspends: boolean, now: instant },
});

export const deleteDeletion = systemStatement.run({
  text: `
    update companies set deletion_due_at = null, deletion_reason = null, deletion_suspends = false, updated_at = $now
    where id = $id`,
  params: { id: uuid, now: instant },
});
