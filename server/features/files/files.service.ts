import { FileKey } from '#contract/files.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { findFile } from './files.repository.ts';

export interface FilesDependencies {
  readonly database: Database;
  readonly files: FileStore;
}

/** A key is only good inside its company; a malformed, foreign, guessed or deleted one is answered alike. */
export async function readFile({ database, files }: FilesDependencies, actor: Actor, key: string): Promise<Blob> {
  if (!FileKey.safeParse(key).success) throw new Problem('files.not-found');
  const { companyId } = actor;
  const file = await database.withCompany(companyId, (tx) => findFile(tx, key));
  const stored = file && (await files.find({ companyId, key }));
  if (!file || !stored) throw new Problem('files.not-found');
  return new Blob([new Uint8Array(stored.bytes)], { type: file.contentType });
}
