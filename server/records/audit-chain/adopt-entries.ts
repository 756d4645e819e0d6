import { adoptingMs } from '../../database/audit-chain/audit-keys.ts';
import type { Database } from '../../database/open-database.ts';
import * as repository from './chain.repository.ts';
import { isYounger } from './verify-chain.ts';

const partLength = 500;
/**
 * Seals the entries that are older than the chain, and those of portals of the version before, within the hour after the
 * chain began; from then on an entry without a seal is a fault, whatever its date.
 */
export async function adoptEntries(
  database: Pick<Database, 'inSystem' | 'inCompany' | 'auditChain'>,
  now: Date,
): Promise<number> {
  const { isAdopting, madeAt } = await database.auditChain.loadKeys(now);
  if (!isAdopting) return 0;
  const before = new Date(madeAt.getTime() + adoptingMs);
  let adopted = 0;
  for (const { id } of await database.inSystem('audit.adopt', (tx) => repository.listCompanies(tx))) {
    for (let sealed = await adoptPart(database, id, before); sealed > 0;)
      [adopted, sealed] = [adopted + sealed, await adoptPart(database, id, before)];
  }
  if (now >= before) await database.auditChain.endAdopting();
  return adopted;
}

/**
 * Once and after the adopting, begins the chains of companies that are older than the chain and have no entry. One that is younger and
 * has none has lost it, and stays a fault; so is from then on any company without a chain. Portals of the version before can not open
 * the key any more.
 */
export async function beginChains(
  { inSystem, inCompany, auditChain }: Pick<Database, 'inSystem' | 'inCompany' | 'auditChain'>,
  now: Date,
): Promise<void> {
  const { isAdopting, isBegun, startedAt } = await auditChain.loadKeys(now);
  if (isAdopting || isBegun) return;
  for (const { id } of await inSystem('audit.adopt', (tx) => repository.listCompanies(tx))) {
    await inCompany(id, async (tx) => {
      const { position, seals, createdAt } = await repository.getChainState(tx);
      const isNew = position === null && seals === 0 && !isYounger(createdAt, startedAt);
      if (isNew) await auditChain.begin(tx, id);
    });
  }
  await auditChain.endBeginning();
}

function adoptPart(
  { inCompany, auditChain }: Pick<Database, 'inCompany' | 'auditChain'>,
  companyId: string,
  before: Date,
) {
  return inCompany(companyId, async (tx) => {
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
