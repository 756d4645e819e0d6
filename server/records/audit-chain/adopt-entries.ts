import { adoptingMs } from '../../database/audit-chain/audit-keys.ts';
import type { Database } from '../../database/open-database.ts';
import * as repository from './chain.repository.ts';

const partLength = 500;
/**
 * Seals the entries that are older than the chain, and those of portals of the version before, within the hour after the
 * chain began; from then on an entry without a seal is a fault, whatever its date.
 */
export async function adoptEntries(
  database: Pick<Database, 'withSystem' | 'withCompany' | 'auditChain'>,
  now: Date,
): Promise<number> {
  const { isAdopting, madeAt } = await database.auditChain.loadKeys(now);
  if (!isAdopting) return 0;
  const before = new Date(madeAt.getTime() + adoptingMs);
  let adopted = 0;
  for (const { id } of await database.withSystem('audit.adopt', (tx) => repository.listCompanies(tx))) {
    for (let sealed = await adoptPart(database, id, before); sealed > 0;)
      [adopted, sealed] = [adopted + sealed, await adoptPart(database, id, before)];
  }
  if (now >= before) await database.auditChain.endAdopting();
  return adopted;
}

function adoptPart(
  { withCompany, auditChain }: Pick<Database, 'withCompany' | 'auditChain'>,
  companyId: string,
  before: Date,
) {
  return withCompany(companyId, async (tx) => {
    // Before the entries are read, so that two portals do not seal the same ones.
    await repository.lockHead(tx);
    const entries = await repository.listUnsealed(tx, { before, limit: partLength });
    await auditChain.seal(
      tx,
      entries.map(({ fields }) => fields),
    );
    return entries.length;
  });
}
