import type { Uses } from '#server/portal/portal.ts';
import { createAttempts } from '#server/lib/attempts.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { judgeKey, type KeyTurn } from './judge-key.ts';
import * as repository from './key-reports.repository.ts';
import type { JudgedKey } from './key-reports.repository.ts';

/**
 * Finds the keys of all companies that became silent or failing, or fail no more. Returns how many turns it stored.
 * @throws StepsFailed where one could not be stored
 */
export async function judgeAllKeys({ database, clock, log }: Uses<'database' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  const keys = await database.inSystem('intake-keys.judge', (tx) => repository.listKeysToJudge(tx, { now }));
  const attempts = createAttempts(log);
  let count = 0;
  for (const key of keys) {
    const turns = judgeKey(key, now);
    if (turns.length === 0) continue;
    const { companyId } = key;
    const store = async () => {
      await database.inCompany.shard(companyId, async (tx) => {
        for (const turn of turns) await markTurn(tx, key, { turn, now });
      });
      count += turns.length;
    };
    await attempts.run(store, 'the state of an intake key could not be stored', { companyId });
  }
  attempts.end();
  return count;
}

async function markTurn(
  tx: CompanyTransaction,
  { id, acceptedAt }: JudgedKey,
  { turn, now }: { readonly turn: KeyTurn; readonly now: Date },
): Promise<void> {
  if (turn === 'failing') return repository.markFailing(tx, { id, now });
  if (turn === 'failing-over') return repository.markFailingOver(tx, { id, now });
  if (acceptedAt !== null) await repository.markSilent(tx, { id, acceptedAt, now });
}
