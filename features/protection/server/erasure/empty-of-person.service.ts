import { batchSize } from '#domain/conversations/deletion/delete-conversations.service.ts';
import { emptyConversations } from '#domain/conversations/deletion/empty-conversations.service.ts';
import type { Uses } from '#server/portal/portal.ts';
import * as erasures from '#domain/conversations/deletion/deletions.repository.ts';
import * as persons from './persons.repository.ts';

/** Deletes the texts of all conversations of a person. Can be repeated. */
export async function emptyOfPerson(
  portal: Uses<'database' | 'files'>,
  companyId: string,
  { id, userNumbers: numbers }: { readonly id: string; readonly userNumbers: number[] },
): Promise<void> {
  const { database } = portal;
  const listNext = () =>
    database.inCompany.read(companyId, (tx) => persons.listConversationsWithContent(tx, { numbers, limit: batchSize }));
  for (let found = await listNext(); found.length > 0; found = await listNext()) {
    const ids = found.map((each) => each.id);
    await emptyConversations(portal, companyId, ids, async (tx, emptied) => {
      await persons.updateConversationIds(tx, { ids });
      await persons.updateUsageIds(tx, { ids });
      await persons.updateMatchedIds(tx, { ids });
      await erasures.recordProgress(tx, { id, requests: 0, ...emptied });
    });
  }
  await database.withLedger(companyId, async (tx) => {
    await persons.updateUsageIdsOfUsers(tx, { numbers });
    await persons.updateReservationIds(tx, { numbers });
  });
}
