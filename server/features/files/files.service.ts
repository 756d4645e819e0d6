import { FileKey } from '#contract/files.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { maySeeFile } from './files.policy.ts';
import { findFile } from './files.repository.ts';

export interface FilesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: Clock;
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
  { database, files, clock }: FilesDependencies,
  actor: Actor,
  { key, size }: AskedFile,
): Promise<Blob> {
  if (!FileKey.safeParse(key).success) throw new Problem('files.not-found');
  const file = await database.withCompany(actor.companyId, (tx) => findFile(tx, key, clock.now()));
  if (!file || !maySeeFile(actor, file)) throw new Problem('files.not-found');
  const { companyId, contentType, thumbnailKey } = file;
  const stored = await files.find({ companyId, key: size === 'thumbnail' ? (thumbnailKey ?? key) : key });
  if (!stored) throw new Problem('files.not-found');
  return new Blob([new Uint8Array(stored.bytes)], { type: contentType });
}
