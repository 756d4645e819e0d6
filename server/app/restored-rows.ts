import {
  listKnownErasures,
  parseErasures,
  repeatErasures,
} from '#features/protection/server/erasure/repeat-erasures.service.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { verifyChain } from '../records/audit-chain/verify-chain.ts';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';

/** Files are not touched: those that no row names any more are not restored. */
const noFiles: FileStore = {
  put: async () => undefined,
  find: async () => undefined,
  delete: async () => undefined,
  measure: async () => ({ count: 0, bytes: 0 }),
  deleteAll: async () => undefined,
};
const noChanges = { announce: () => undefined, subscribe: () => () => undefined };

/** How a restore of one company learns and repeats what was erased since its backup. */
export const createErasureRepeater = (clock: Clock) => ({
  listErasures: (database: Database, companyId: string) => listKnownErasures({ database }, companyId),
  repeatErasures: (
    database: Database,
    companyId: string,
    known: unknown,
    deleteUser: (id: string) => Promise<void>,
  ): Promise<number> =>
    repeatErasures(
      { database, files: noFiles, changes: noChanges, clock },
      companyId,
      parseErasures(known),
      deleteUser,
    ),
});

/** Names a sum or a seal of a company that differs from its rows. */
export async function findCompanyFault(database: Database, companyId: string): Promise<string | undefined> {
  const [difference] = await verifyRollups(database, companyId);
  if (difference) return `${difference.table} differs from its rows`;
  return (await verifyChain(database, { companyId })).fault && 'its audit log is broken';
}
