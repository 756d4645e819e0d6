import type { auditFaults } from '#features/protection/contract/audit.ts';
import {
  chainStart,
  isSameMac,
  isSignedEnd,
  sealEnd,
  sealEntry,
  type AuditKey,
  type SealedFields,
} from '../../lib/crypto/audit-seal.ts';

export interface ChainFault {
  readonly kind: (typeof auditFaults)[number];
  readonly position: number;
  /** Id of the entry; it and the time are null where they are not known. */
  readonly entryId: string | null;
  readonly occurredAt: Date | null;
}

export interface StoredSeal {
  readonly position: number;
  readonly entryId: string;
  readonly occurredAt: Date;
  readonly keyNumber: number;
  readonly mac: Uint8Array;
  /** Null where the entry is gone. */
  readonly fields: SealedFields | null;
}

export interface StoredHead {
  readonly position: number;
  readonly mac: Uint8Array;
  readonly keyNumber: number;
  readonly headMac: Uint8Array;
}

export interface Checkpoint {
  readonly companyId: string;
  readonly position: number;
  readonly mac: Uint8Array;
  readonly signedAt: Date;
  readonly keyNumber: number;
  readonly signature: Uint8Array;
}

export type FindAuditKey = (number: number) => AuditKey | undefined;

/** How far a chain is checked: the position, and the MAC of the seal there. */
export interface ChainPlace {
  readonly position: number;
  readonly mac: Uint8Array;
}

export const beforeChain: ChainPlace = { position: 0, mac: chainStart };

interface ChainCheck {
  readonly companyId: string;
  readonly findKey: FindAuditKey;
  readonly checkpoints: readonly Checkpoint[];
}

/** Checks the seals that follow on a place; the first fault ends it. */
export function checkSeals(
  { companyId, findKey, checkpoints }: ChainCheck,
  start: ChainPlace,
  seals: readonly StoredSeal[],
): ChainPlace | ChainFault {
  let { position, mac } = start;
  for (const seal of seals) {
    const kind = findSealFault({ companyId, findKey }, { position, mac }, seal);
    const at = kind === 'gap' ? { entryId: null, occurredAt: null } : seal;
    if (kind) return { kind, position: position + 1, entryId: at.entryId, occurredAt: at.occurredAt };
    ({ position, mac } = seal);
    const signed = checkpoints.find((each) => each.position === position);
    if (signed && !isSameMac(signed.mac, mac)) return { ...seal, kind: 'replaced' };
  }
  return { position, mac };
}

function findSealFault(
  { companyId, findKey }: Pick<ChainCheck, 'companyId' | 'findKey'>,
  before: ChainPlace,
  { position, entryId, occurredAt, keyNumber, mac, fields }: StoredSeal,
): ChainFault['kind'] | undefined {
  if (position !== before.position + 1) return 'gap';
  if (!fields) return 'missing';
  const key = findKey(keyNumber);
  if (!key) return 'key';
  const isOwn = fields[1] === entryId && Number(fields[2]) / 1000 === occurredAt.getTime();
  const expected = sealEntry(key, { companyId, position, previous: before.mac }, fields);
  return isOwn && isSameMac(expected, mac) ? undefined : 'changed';
}

export interface ChainEndState {
  /** Undefined for a company without any seal. */
  readonly head: StoredHead | undefined;
  /** Entries and seals of the company, counted together with the head. */
  readonly entries: number;
  readonly seals: number;
  /** The oldest entry without a seal. */
  readonly unsealed: { readonly entryId: string; readonly occurredAt: Date } | undefined;
  readonly isAdopting: boolean;
  /** The company is younger than the chain, so that its log has an entry. */
  readonly isBegun: boolean;
}

function isShorter({ head, seals, isBegun }: ChainEndState, { position }: ChainPlace): boolean {
  return head ? head.position !== position || seals !== position : seals > 0 || isBegun;
}

/** Checks what can be said only of the whole chain, once its seals are checked up to `place`. */
export function checkEnd(
  { companyId, findKey, checkpoints }: ChainCheck,
  place: ChainPlace,
  state: ChainEndState,
): ChainFault | undefined {
  const { head, entries, seals, unsealed, isAdopting } = state;
  const at = (kind: ChainFault['kind'], position: number): ChainFault => ({
    kind,
    position,
    entryId: null,
    occurredAt: null,
  });
  for (const checkpoint of checkpoints) {
    const key = findKey(checkpoint.keyNumber);
    if (!key) return at('key', checkpoint.position);
    if (!isSignedEnd(key, checkpoint, checkpoint.signature)) return at('forged', checkpoint.position);
    if (checkpoint.position > place.position) return at('cut', place.position + 1);
  }
  if (isShorter(state, place)) return at('cut', place.position + 1);
  if (head) {
    const key = findKey(head.keyNumber);
    if (!key) return at('key', head.position);
    const isEnd = isSameMac(head.mac, place.mac) && isSameMac(head.headMac, sealEnd(key, { companyId, ...head }));
    if (!isEnd) return at('cut', place.position + 1);
  }
  if (entries === seals || isAdopting) return undefined;
  return { kind: 'inserted', position: place.position, ...(unsealed ?? { entryId: null, occurredAt: null }) };
}
