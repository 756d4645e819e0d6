import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import { createAttempts } from '../lib/attempts.ts';
import { signEnd } from '../lib/crypto/audit-seal.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { adoptEntries, beginChains } from '../records/audit-chain/adopt-entries.ts';
import * as repository from '../records/audit-chain/chain.repository.ts';
import { beforeChain, type ChainFault } from '../records/audit-chain/check-chain.ts';
import { appendLine, toCheckpointLine } from '../records/audit-chain/checkpoints.ts';
import { findCheckpointFile, toCheckpointAddress } from '../records/audit-chain/checkpoint-file.ts';
import { recordUpkeepRun } from '../records/upkeep-runs.repository.ts';
import { verifyChain } from '../records/audit-chain/verify-chain.ts';

interface ChainUpkeep {
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** A chain is signed an hour after its last checkpoint, or as soon as it has grown by this many entries. */
const signingMs = 60 * 60 * 1000;
const signingEntries = 1000;
/** By then no portal of the version before is left, which could not open the key of chains that have all begun. */
const upgradeMs = 60 * 60 * 1000;

/** Seals entries of before the chain and signs the chains that grew, at start and every ten minutes. */
export function scheduleAuditChain(parts: ChainUpkeep): Promise<void> {
  const runsSince = parts.clock.now().getTime();
  return parts.jobs.schedule('auditChain', '*/10 * * * *', async () => {
    const { database, clock, log } = parts;
    const attempts = createAttempts(log);
    const now = clock.now();
    await attempts.run(() => adoptEntries(database, now), 'older audit entries could not be sealed');
    if (now.getTime() - runsSince >= upgradeMs)
      await attempts.run(() => beginChains(database, now), 'the audit chains of older companies could not be begun');
    await attempts.run(() => signChains(parts), 'the audit chains could not be listed');
    attempts.end();
  });
}

/**
 * Signs the end of each chain that grew; a chain with a fault is reported instead, which no repetition mends. Answers how many
 * it signed, and notes the run and its faults.
 * @throws StepsFailed where one could not be signed
 */
export async function signChains(parts: Omit<ChainUpkeep, 'jobs'>): Promise<number> {
  const { database, clock, log } = parts;
  const due = { before: new Date(clock.now().getTime() - signingMs), grown: signingEntries };
  const attempts = createAttempts(log);
  let [signed, faults] = [0, 0];
  for (const { companyId } of await database.inSystem('audit.check', (tx) => repository.listDueChains(tx, due))) {
    const sign = async () => {
      const fault = await signChain(parts, companyId);
      if (fault) {
        faults += 1;
        log.error({ companyId, fault }, 'the audit chain of a company is broken');
      } else signed += 1;
    };
    await attempts.run(sign, 'an audit chain could not be signed', { companyId });
  }
  const run = { name: 'audit-chain', endedAt: clock.now(), faults };
  await attempts.run(
    () => database.inSystem('upkeep.record', (tx) => recordUpkeepRun(tx, run)),
    'the check was not noted',
  );
  attempts.end();
  return signed;
}

/** Checks what follows on the last checkpoint first, because a signature says that the chain was whole. */
async function signChain(
  { database, files, clock }: Omit<ChainUpkeep, 'jobs'>,
  companyId: string,
): Promise<ChainFault | undefined> {
  const stored = await database.inCompany.read(companyId, (tx) => repository.listCheckpoints(tx));
  const { text, checkpoints, isReadable } = await findCheckpointFile(files, companyId);
  if (!isReadable) throw new Error('The file of checkpoints can not be read: something else wrote it.');
  const start = stored.at(-1) ?? beforeChain;
  const { place, fault } = await verifyChain(database, { companyId, checkpoints }, start);
  if (fault) return fault;
  const { current } = await database.auditChain.loadKeys();
  const end = { companyId, position: place.position, mac: Buffer.from(place.mac), signedAt: clock.now() };
  const checkpoint = { ...end, keyNumber: current.number, signature: signEnd(current, end) };
  const file = appendLine(text, toCheckpointLine(checkpoint, current));
  // The file first: a checkpoint that is in the database alone would be lost with it.
  await files.put(toCheckpointAddress(companyId), Buffer.from(file), 'application/x-ndjson');
  await database.inCompany(companyId, (tx) => repository.createCheckpoint(tx, checkpoint));
  return undefined;
}
