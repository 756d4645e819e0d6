import type { SealedFields } from '../../lib/crypto/audit-seal.ts';
import { createShownIds, type ShownIds } from '../../lib/crypto/shown-ids.ts';
import type { Sql } from '../../sql/sql.ts';
import { endAdopting, endBeginning, loadAuditKeys, type AuditKeys, type AuditSecrets } from './audit-keys.ts';
import { beginChain, sealEntries } from './seal-entries.ts';

export interface AuditChain {
  /** Seals the entries that the transaction wrote. */
  seal(tx: Sql, entries: readonly SealedFields[]): Promise<void>;
  /**
   * Loads the keys before the first transaction that needs them. Inside of one they could wait for a connection that waits
   * for this transaction's locks.
   */
  warmUp(): Promise<void>;
  /** The keys as they are stored now. @param at by default the time of the portal */
  loadKeys(at?: Date): Promise<AuditKeys>;
  /**
   * How a company's readers see the ids of conversations, messages and requests. Their key is that of the chain, which stays the same
   * when SECRETS_KEY is rotated and is in backups.
   */
  getShownIds(companyId: string): Promise<ShownIds>;
  /** From now on no entry is sealed later than in its own transaction. */
  endAdopting(): Promise<void>;
  /** Begins the chain of a company without an entry. */
  begin(tx: Sql, companyId: string): Promise<void>;
  /** From now on every company has a chain that has begun. */
  endBeginning(): Promise<void>;
}

/** Companies whose keys are kept. */
const maxShownIds = 10_000;

/**
 * @param sql connections of the system role that no transaction holds
 */
export function createAuditChain(sql: Sql, secrets: AuditSecrets, now: () => Date = () => new Date()): AuditChain {
  const loadKeys = (replacesLost = true, at = now()) => loadAuditKeys(sql, secrets, { now: at, replacesLost });
  let known: Promise<AuditKeys> | undefined;
  const getKeys = (replacesLost = true) => {
    known ??= loadKeys(replacesLost).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const shownIds = new Map<string, ShownIds>();
  return {
    seal: async (tx, entries) => sealEntries(tx, (await getKeys()).current, entries),
    // Only an entry replaces lost keys, so that a command with a wrong SECRETS_KEY leaves nothing behind.
    warmUp: async () => void (await getKeys(false).catch(() => undefined)),
    loadKeys: (at) => loadKeys(true, at),
    getShownIds: async (companyId) => {
      const { shownIdsSecret } = await getKeys();
      const ids = shownIds.get(companyId) ?? createShownIds(shownIdsSecret, companyId);
      if (shownIds.size >= maxShownIds) shownIds.clear();
      shownIds.set(companyId, ids);
      return ids;
    },
    endAdopting: () => endAdopting(sql, secrets),
    begin: async (tx, companyId) => beginChain(tx, (await getKeys()).current, companyId),
    endBeginning: () => endBeginning(sql, secrets),
  };
}
