import { implement } from '@orpc/server';
import { FileKey, filesContract } from '#contract/files.ts';
import type { Database } from '../../database/open-database.ts';
import { Problem } from '../../lib/problem.ts';
import { getActor } from '../../lib/request-context.ts';
import type { RequestContext } from '../../lib/request-context.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { findFile } from './files.repository.ts';

export interface FilesDependencies {
  readonly database: Database;
  readonly files: FileStore;
}

/** A key is only good inside its company; a malformed, foreign, guessed or deleted one is answered alike. */
export function filesRoutes({ database, files }: FilesDependencies) {
  const os = implement(filesContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(async ({ context, input }) => {
      const { companyId } = getActor(context);
      const { key } = input.params;
      if (!FileKey.safeParse(key).success) throw new Problem('files.not-found');
      const file = await database.withCompany(companyId, (tx) => findFile(tx, key));
      const stored = file && (await files.find({ companyId, key }));
      if (!file || !stored) throw new Problem('files.not-found');
      return new Blob([new Uint8Array(stored.bytes)], { type: file.contentType });
    }),
  });
}
