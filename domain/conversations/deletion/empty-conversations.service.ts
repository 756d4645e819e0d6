import { wholeTaskKinds } from '#contract/tasks/task-kinds.ts';
import type { Uses } from '#server/portal/portal.ts';
import { followConversations } from '../../search/search-pending.repository.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { toEmptied } from '../batches/emptied-records.ts';
import { emptyMessages, upsertConversations } from '../conversation-writes.repository.ts';
import { listConversations } from '../conversations.repository.ts';
import { updateTurnRollups } from '../turns/turn-rollups.repository.ts';
import { deleteFilesOf } from './delete-conversations.service.ts';
import * as erasures from './deletions.repository.ts';

interface Emptied {
  readonly conversations: number;
  readonly messages: number;
  readonly files: number;
}

/**
 * Deletes the texts of conversations of one batch, with their files and spans; what is counted stays, and the sums, except those of tools.
 * @param after in the same transaction
 */
export async function emptyConversations(
  portal: Uses<'database' | 'files'>,
  companyId: string,
  ids: readonly string[],
  after: (tx: CompanyTransaction, emptied: Emptied) => Promise<void> = async () => {},
): Promise<Emptied> {
  const files = await deleteFilesOf(portal, companyId, ids);
  return portal.database.withLedger(companyId, async (tx) => {
    const found = [...(await listConversations(tx, ids)).values()];
    // The sender's ids of a person's conversations are replaced afterwards, for an update keeps them.
    const changes = found.map((before) => ({ before, after: toEmptied(before, { erasedUsers: new Set() }) }));
    await upsertConversations(tx, { conversations: changes });
    // Tools are counted by their names, which are deleted.
    await updateTurnRollups(tx, changes);
    await emptyMessages(tx, found);
    const withdrawn = { startedAt: found.map(({ startedAt }) => new Date(startedAt)) };
    await erasures.withdrawTasks(tx, { ...withdrawn, wholeKinds: wholeTaskKinds });
    await erasures.withdrawOlderFiles(tx, withdrawn);
    await erasures.deleteReviews(tx, { ids: [...ids] });
    await followConversations(tx, { changed: ids });
    await erasures.deleteSpans(tx, { externalIds: found.map(({ externalId }) => externalId) });
    const messages = found.reduce((sum, each) => sum + each.messages, 0);
    const emptied = { conversations: found.length, messages, files };
    await after(tx, emptied);
    return emptied;
  });
}
