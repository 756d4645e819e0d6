import type { Uses } from '#server/portal/portal.ts';
import { FileKey } from '#features/company/contract/files.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { maySeeFile } from './files.policy.ts';
import { findFile, isInReadableConversation } from './files.repository.ts';

/** Whether the file is a picture of a conversation that the actor may read as the own one. */
async function isOwnPicture(
  tx: CompanyTransaction,
  actor: Actor,
  { purpose, key }: { readonly purpose: string; readonly key: string },
): Promise<boolean> {
  const reader = toTranscriptReader(actor);
  if (purpose !== 'conversation' || reader.ownUserId === null) return false;
  return (await isInReadableConversation(tx, { ...reader, key })).isFound;
}

interface AskedFile {
  readonly key: string;
  /** In small, where the file has a thumbnail. */
  readonly size?: 'thumbnail' | undefined;
}

/**
 * A key is only good inside its company, and everywhere for screenshots of the provider's skills; a malformed, foreign,
 * guessed or deleted one, and one that the actor may not see, is answered alike.
 */
export async function getFile(
  { database, files, clock }: Uses<'database' | 'files' | 'clock'>,
  actor: Actor,
  { key, size }: AskedFile,
): Promise<Blob> {
  if (!FileKey.safeParse(key).success) throw new Problem('files.not-found');
  const file = await database.inCompany(actor.companyId, async (tx) => {
    const found = await findFile(tx, key, clock.now());
    return found && (maySeeFile(actor, found) || (await isOwnPicture(tx, actor, { ...found, key })))
      ? found
      : undefined;
  });
  if (!file) throw new Problem('files.not-found');
  const { companyId, contentType, thumbnailKey } = file;
  const stored = await files.find({ companyId, key: size === 'thumbnail' ? (thumbnailKey ?? key) : key });
  if (!stored) throw new Problem('files.not-found');
  return new Blob([new Uint8Array(stored.bytes)], { type: contentType });
}
