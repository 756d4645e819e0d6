import type { Database } from '../../database/open-database.ts';
import * as repository from './chain.repository.ts';

const partLength = 500;
/** Portals of the version before may run on beside this one for as long as an upgrade takes. */
const adoptingMs = 60 * 60 * 1000;

/**
 * Seals the entries that are older than the chain, and those of portals of the version before. Ends with the first pass that
 * finds none an hour after the chain began; from then on an entry without a seal is a fault.
 */
export async function adoptEntries(
  database: Pick<Database, 'withSystem' | 'withCompany' | 'auditChain'>,
  now: Date,
): Promise<number> {
  const { isAdopting, madeAt } = await database.auditChain.loadKeys();
  if (!isAdopting) return 0;
  let adopted = 0;
  for (const { id } of await database.withSystem('audit.adopt', (tx) => repository.listCompanies(tx))) {
    for (let sealed = await adoptPart(database, id); sealed > 0; sealed = await adoptPart(database, id))
      adopted += sealed;
  }
  if (adopted === 0 && now.getTime() - madeAt.getTime() >= adoptingMs) await database.auditChain.endAdopting();
  return adopted;
}

function adoptPart({ withCompany, auditChain }: Pick<Database, 'withCompany' | 'auditChain'>, companyId: string) {
  return withCompany(companyId, async (tx) => {
    // Before the entries are read, so that two portals do not seal the same ones.
    await repository.lockHead(tx);
    const entries = await repository.listUnsealed(tx, { limit: partLength });
    await auditChain.seal(
      tx,
      entries.map(({ fields }) => fields),
    );
    return entries.length;
  });
}
