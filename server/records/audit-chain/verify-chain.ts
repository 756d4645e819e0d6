import type { AuditKeys } from '../../database/audit-chain/audit-keys.ts';
import type { Database } from '../../database/open-database.ts';
import * as repository from './chain.repository.ts';
import {
  beforeChain,
  checkEnd,
  checkSeals,
  type ChainEndState,
  type ChainFault,
  type ChainPlace,
  type Checkpoint,
} from './check-chain.ts';

type ChainDatabase = Pick<Database, 'inCompany' | 'auditChain'>;

export interface ChainVerification {
  readonly companyId: string;
  /** Checkpoints from outside of the database, beside those in it. */
  readonly checkpoints?: readonly Checkpoint[];
}

/** How far a chain is in order, and what is left; a `fault` ends it. */
export interface CheckedPart {
  readonly place: ChainPlace;
  readonly isDone: boolean;
  readonly fault: ChainFault | undefined;
}

/** Takes some 20 ms of the event loop. */
const partLength = 1000;

/** Checks the next part of a chain. The last part also checks its end, its checkpoints and that no entry is beside it. */
export async function verifyPart(
  database: ChainDatabase,
  { companyId, checkpoints = [] }: ChainVerification,
  start: ChainPlace = beforeChain,
): Promise<CheckedPart> {
  const keys = await database.auditChain.loadKeys();
  const stored = await database.inCompany.read(companyId, (tx) => repository.listCheckpoints(tx));
  const check = { companyId, findKey: keys.find, checkpoints: [...stored, ...checkpoints] };
  const listSeals = (after: number, limit: number) =>
    database.inCompany.read(companyId, (tx) => repository.listSeals(tx, { after, limit }));
  const seals = await listSeals(start.position, partLength);
  const place = checkSeals(check, start, seals);
  if ('kind' in place) return { place: { ...start, position: place.position - 1 }, isDone: true, fault: place };
  if (seals.length === partLength) return { place, isDone: false, fault: undefined };
  const state = await getState(database, companyId, keys);
  // Entries that were written since the seals were read are the next part.
  const isLonger = (state.head?.position ?? 0) > place.position && (await listSeals(place.position, 1)).length > 0;
  if (isLonger) return { place, isDone: false, fault: undefined };
  return { place, isDone: true, fault: checkEnd(check, place, state) };
}

/** Checks a chain to its end, part by part; from its beginning without a `start`. */
export async function verifyChain(
  database: ChainDatabase,
  verification: ChainVerification,
  start?: ChainPlace,
): Promise<CheckedPart> {
  for (let part = await verifyPart(database, verification, start); ;) {
    if (part.isDone) return part;
    part = await verifyPart(database, verification, part.place);
  }
}

async function getState(
  database: ChainDatabase,
  companyId: string,
  { isAdopting, isBegun: isAllBegun, startedAt }: AuditKeys,
): Promise<ChainEndState> {
  const { position, mac, keyNumber, headMac, entries, seals, createdAt } = await database.inCompany.read(
    companyId,
    (tx) => repository.getChainState(tx),
  );
  const head =
    position === null || mac === null || keyNumber === null || headMac === null
      ? undefined
      : { position, mac, keyNumber, headMac };
  const isWhole = entries === seals;
  const [unsealed] = isWhole
    ? []
    : await database.inCompany.read(companyId, (tx) => repository.listUnsealed(tx, { before: null, limit: 1 }));
  const isBegun = isAllBegun || isYounger(createdAt, startedAt);
  return { head, entries: entries ?? 0, seals: seals ?? 0, unsealed, isAdopting, isBegun };
}

/** Whether a company is younger than the chain: the transaction that makes it writes the first entry of its log. */
export const isYounger = (createdAt: Date | null, startedAt: Date): boolean =>
  createdAt !== null && createdAt > startedAt;
