import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as pending from './search-pending.repository.ts';
import { toIndexedVersion } from './search-settings.ts';

/** Conversations that the search does not know yet. */
export interface IndexState {
  /** Time since which changes wait; null where none do. */
  readonly indexedUntil: Date | null;
  /** Conversations that started before it are still to be indexed; null where none are. */
  readonly indexedFrom: Date | null;
}

export async function getIndexState(tx: CompanyTransaction, now: Date): Promise<IndexState> {
  const { since } = await pending.getWaitingSince(tx);
  const { version } = await pending.getMaskingVersion(tx);
  const state = await pending.findState(tx);
  const isPresent = state?.maskingVersion === toIndexedVersion(version);
  return { indexedUntil: since, indexedFrom: isPresent ? (state.doneAt ? null : state.indexedFrom) : now };
}
