import type { SealedFields } from '../../lib/crypto/audit-seal.ts';
import type { Sql } from '../../sql/sql.ts';
import { endAdopting, loadAuditKeys } from './audit-keys.ts';
import type { AuditKeys, AuditSecrets } from './audit-keys.ts';
import { sealEntries } from './seal-entries.ts';

export interface AuditChain {
  /** Seals the entries that the transaction wrote. */
  seal(tx: Sql, entries: readonly SealedFields[]): Promise<void>;
  /**
   * Loads the keys before the first transaction that needs them. Inside of one they could wait for a connection that waits
   * for this transaction's locks.
   */
  warmUp(): Promise<void>;
  /** The keys as they are stored now. */
  loadKeys(): Promise<AuditKeys>;
  /** From now on no entry is sealed later than in its own transaction. */
  endAdopting(): Promise<void>;
}

/**
 * @param sql connections of the system role that no transaction holds
 */
export function createAuditChain(sql: Sql, secrets: AuditSecrets, now: () => Date = () => new Date()): AuditChain {
  const loadKeys = () => loadAuditKeys(sql, secrets, now());
  let known: Promise<AuditKeys> | undefined;
  const getKeys = () => {
    known ??= loadKeys().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    seal: async (tx, entries) => sealEntries(tx, (await getKeys()).current, entries),
    // A key that can not be loaded now is loaded, or reported, by the first entry.
    warmUp: async () => void (await getKeys().catch(() => undefined)),
    loadKeys,
    endAdopting: () => endAdopting(sql, secrets),
  };
}
