import { getMasking } from '../masking/company-masking.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './search-index.repository.ts';
import * as pending from './search-pending.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import { toIndexedVersion, toSettingsKey } from './search-settings.ts';

/** Conversations of one step of the backfill. */
const backfillStep = 8000;

/**
 * Lets the next older conversations of a company be indexed: those from before the index, or all where its masking changed;
 * newest first. At the end what earlier settings indexed is deleted.
 * @param from where it begins: after every start
 * @returns whether there is more
 */
export async function continueBackfill(
  { database }: Uses<'database'>,
  companyId: string,
  from: Date,
): Promise<boolean> {
  return database.inCompany.shard(companyId, async (tx) => {
    const { isClaimed } = await pending.claimIndex(tx);
    if (!isClaimed) return true;
    const { version } = await pending.getMaskingVersion(tx);
    const maskingVersion = toIndexedVersion(version);
    const state = await pending.findState(tx);
    const isPresent = state?.maskingVersion === maskingVersion;
    if (isPresent && state.doneAt) return false;
    const before = isPresent ? state.indexedFrom : from;
    const listed = await pending.listEarlier(tx, { before, limit: backfillStep });
    const last = listed.at(-1)?.startedAt;
    if (!last) {
      await deleteEarlierSettings(tx);
      await pending.upsertState(tx, { maskingVersion, indexedFrom: before, doneAt: from });
      return false;
    }
    // Others may have started in the same millisecond.
    const ids = [...listed, ...(await pending.listAt(tx, { at: last }))].map(({ id }) => id);
    await pending.followConversations(tx, { changed: [...new Set(ids)] });
    await pending.upsertState(tx, { maskingVersion, indexedFrom: last, doneAt: null });
    return true;
  });
}

async function deleteEarlierSettings(tx: CompanyTransaction): Promise<void> {
  const masking = toSettingsKey(await getMasking(tx));
  for (const { month } of await repository.listMonths(tx)) {
    const segments = await repository.listMonthSegments(tx, { month });
    const earlier = segments.filter((each) => each.masking !== masking).map(({ segment }) => segment);
    if (earlier.length > 0) await repository.deleteSegments(tx, month, earlier);
  }
}
