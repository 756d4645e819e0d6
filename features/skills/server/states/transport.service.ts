import type { Uses } from '#server/portal/portal.ts';
import type { TransportFile } from '#features/skills/contract/company-skills.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { deleteFiles } from '../screenshots.service.ts';
import { findCompanySkill } from './company-skills.repository.ts';
import { lockSkill } from '../skills.repository.ts';
import { updateTransport } from './transport.repository.ts';

/** Never a type that a browser would show. */
const transportType = 'application/octet-stream';

/**
 * The file, to be saved under its name; that of a provider's skill for every company.
 * @throws Problem `record.not-found`, `files.not-found` for a skill without one
 */
export async function getTransport(
  { database, files }: Uses<'database' | 'files'>,
  actor: Actor,
  id: string,
): Promise<Blob> {
  const skill = await database.inCompany.read(actor.companyId, (tx) => findCompanySkill(tx, { id }));
  if (!skill) throw new Problem('record.not-found');
  const { makerId: companyId, transportKey: key, transportName } = skill;
  const stored = key === null ? undefined : await files.find({ companyId, key });
  if (!stored) throw new Problem('files.not-found');
  return new File([new Uint8Array(stored.bytes)], transportName ?? '', { type: transportType });
}

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
}

/**
 * Keeps the file with a skill of the company, as it is; nothing reads into it. Companies that had installed the former one
 * confirm the new one again before their next activation.
 * @throws Problem `record.not-found`, `skills.provided`, `skills.transport-empty`
 */
export async function createTransport(
  portal: Uses<'database' | 'files' | 'clock' | 'log'>,
  context: CallContext,
  { id, name, file }: Upload,
): Promise<TransportFile> {
  const { companyId } = context.actor;
  if (file.size === 0) throw new Problem('skills.transport-empty');
  const transport = { key: newFileKey(), name: name.normalize('NFC'), size: file.size };
  // Before the bytes are stored, so that a foreign skill costs nothing.
  await portal.database.inCompany.read(companyId, (tx) => getOwnSkill(tx, id));
  await portal.files.put({ companyId, key: transport.key }, new Uint8Array(await file.arrayBuffer()), transportType);
  try {
    const former = await replaceTransport(portal, context, id, transport);
    await deleteFiles(portal, context, [former]);
    return { name: transport.name, size: transport.size };
  } catch (error) {
    // After a connection lost in mid-commit the row may stand: a file too many does no harm, one too few does.
    if (!(error instanceof DatabaseUnavailable)) await deleteFiles(portal, context, [transport.key]);
    throw error;
  }
}

/** @throws Problem `record.not-found`, `skills.provided` */
export async function deleteTransport(
  portal: Uses<'database' | 'files' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
): Promise<void> {
  await deleteFiles(portal, context, [await replaceTransport(portal, context, id, null)]);
}

/** Answers the key of the former file, which no skill names after the commit. */
function replaceTransport(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
  transport: { readonly key: string; readonly name: string; readonly size: number } | null,
): Promise<string | null> {
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'skills.manage');
    await lockSkill(tx, { id });
    const skill = await getOwnSkill(tx, id);
    const now = clock.now();
    await updateTransport(tx, {
      id,
      key: transport?.key ?? null,
      name: transport?.name ?? null,
      size: transport?.size ?? null,
      now,
    });
    await recordAudit(tx, {
      entity: 'skill',
      entityId: id,
      entityLabel: skill.name,
      ...toAuditStamp(context, now),
      action: 'skills.transport',
      before: { transportFile: skill.transportName, transportBytes: skill.transportBytes },
      after: { transportFile: transport?.name ?? null, transportBytes: transport?.size ?? null },
    });
    return skill.transportKey;
  });
}

/** @throws Problem `record.not-found`, `skills.provided` */
async function getOwnSkill(tx: CompanyTransaction, id: string) {
  const skill = await findCompanySkill(tx, { id });
  if (!skill) throw new Problem('record.not-found');
  if (!skill.isOwn) throw new Problem('skills.provided');
  return skill;
}
