import type { Uses } from '#server/portal/portal.ts';
import type { AuditChainState, AuditVerification } from '#features/protection/contract/audit.ts';
import type { AuditKeys } from '#server/database/audit-chain/audit-keys.ts';
import { getPublicKey, isSameMac, sealProgress } from '#server/lib/crypto/audit-seal.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { findHeadPosition, listCheckpoints } from '#server/records/audit-chain/chain.repository.ts';
import { beforeChain, type ChainFault, type ChainPlace } from '#server/records/audit-chain/check-chain.ts';
import { findCheckpointFile } from '#server/records/audit-chain/checkpoint-file.ts';
import { verifyPart, type CheckedPart } from '#server/records/audit-chain/verify-chain.ts';
import { findVerification } from './audit.repository.ts';

/** Parts of a chain that one call verifies, each with some 20 ms of the event loop and pauses in between. */
const partsPerCall = 5;

/** How long the chain is, until where it is signed, and what the last verification found. */
export async function getChain({ database }: Uses<'database'>, actor: Actor): Promise<AuditChainState> {
  const { companyId } = actor;
  const { current } = await database.auditChain.loadKeys();
  const [entries, checkpoints, verification] = await Promise.all([
    database.inCompany.read(companyId, (tx) => findHeadPosition(tx)),
    database.inCompany.read(companyId, (tx) => listCheckpoints(tx)),
    database.inCompany.read(companyId, (tx) => findVerification(tx)),
  ]);
  const signed = checkpoints.at(-1);
  return {
    entries: entries?.position ?? 0,
    publicKey: getPublicKey(current),
    lastSigned: signed ? { entries: signed.position, date: signed.signedAt.toISOString() } : null,
    lastVerification: verification ? { ...verification, date: verification.date.toISOString() } : null,
  };
}

/** The signed checkpoints of the company. @throws Problem `files.not-found` before the first */
export async function getCheckpoints({ files }: Uses<'files'>, { companyId }: Actor): Promise<File> {
  const { text } = await findCheckpointFile(files, companyId);
  if (text === '') throw new Problem('files.not-found');
  return new File([text], 'audit-checkpoints.jsonl', { type: 'application/x-ndjson' });
}

/**
 * Verifies the next part of the chain. The last part records the outcome in the log.
 * @param progress what the call before answered
 * @throws Problem `request.invalid` where it is of another person or company, or forged
 */
export async function verifyAudit(
  { database, files, clock }: Uses<'database' | 'files' | 'clock'>,
  context: CallContext,
  progress: string | undefined,
): Promise<AuditVerification> {
  const { actor } = context;
  const { companyId } = actor;
  const keys = await database.auditChain.loadKeys();
  const start = progress === undefined ? beforeChain : openProgress(keys, actor, progress);
  const { checkpoints, isReadable } = await findCheckpointFile(files, companyId);
  let part: CheckedPart = { place: start, isDone: false, fault: undefined };
  for (let count = 0; count < partsPerCall && !part.isDone; count += 1) {
    part = await verifyPart(database, { companyId, checkpoints }, part.place);
  }
  const { place, isDone } = part;
  const unreadable: ChainFault = { kind: 'forged', position: place.position, entryId: null, occurredAt: null };
  const fault = part.fault ?? (isDone && !isReadable ? unreadable : undefined);
  const head = await database.inCompany.read(companyId, (tx) => findHeadPosition(tx));
  if (isDone) await recordOutcome({ database, clock }, context, { place, fault });
  return {
    checked: place.position,
    total: Math.max(head?.position ?? 0, place.position),
    fault: fault ? toShownFault(fault) : null,
    progress: isDone ? null : closeProgress(keys, actor, place),
  };
}

const toShownFault = ({ occurredAt, ...fault }: ChainFault) => ({
  ...fault,
  date: occurredAt?.toISOString() ?? null,
});

function recordOutcome(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { place, fault }: { readonly place: ChainPlace; readonly fault: ChainFault | undefined },
): Promise<void> {
  return database.inCompany(context.actor.companyId, (tx) =>
    recordAudit(tx, {
      ...toAuditStamp(context, clock.now()),
      action: 'audit.verify',
      entity: 'auditLog',
      entityId: 'verification',
      entityLabel: 'Audit log',
      after: {
        verdict: fault?.kind ?? 'intact',
        checked: place.position,
        ...(fault && { brokenAt: fault.position, brokenEntry: fault.entryId }),
      },
    }),
  );
}

/** The place with a MAC, so that a part can not be left out. */
function closeProgress({ current }: AuditKeys, { companyId, accountId }: Actor, { position, mac }: ChainPlace): string {
  const seal = sealProgress(current, { companyId, accountId, position, mac });
  return [position, Buffer.from(mac).toString('base64url'), seal.toString('base64url')].join('.');
}

function openProgress({ current }: AuditKeys, { companyId, accountId }: Actor, progress: string): ChainPlace {
  const [position = '', mac = '', seal = ''] = progress.split('.');
  const place = { position: Number(position), mac: Buffer.from(mac, 'base64url') };
  const expected = sealProgress(current, { companyId, accountId, ...place });
  if (isSameMac(expected, Buffer.from(seal, 'base64url'))) return place;
  const message = 'This verification cannot be continued. Start again.';
  throw new Problem('request.invalid', { fields: [{ path: 'progress', message }] });
}
