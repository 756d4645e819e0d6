import { createHash } from 'node:crypto';
import type { Checkpoint } from './check-chain.ts';
import { parseCheckpoints } from './checkpoints.ts';

/** The store of files, as far as checkpoints need it. */
interface CheckpointFiles {
  find(address: { companyId: string; key: string }): Promise<{ bytes: Uint8Array } | undefined>;
}

/** The address in the store; the same for all times, so that it needs no row in the database. */
export const toCheckpointAddress = (companyId: string) => ({
  companyId,
  key: createHash('sha256').update(`checkpoints of the audit log of ${companyId}`).digest('base64url').slice(0, 22),
});

/** The checkpoints that are kept outside of the database; empty before the first. */
export async function findCheckpointFile(
  files: CheckpointFiles,
  companyId: string,
): Promise<{ text: string; checkpoints: Checkpoint[]; isReadable: boolean }> {
  const file = await files.find(toCheckpointAddress(companyId));
  const text = file ? Buffer.from(file.bytes).toString('utf8') : '';
  try {
    const checkpoints = parseCheckpoints(text).filter((each) => each.companyId === companyId);
    return { text, checkpoints, isReadable: true };
  } catch {
    // Something else than the portal wrote it.
    return { text, checkpoints: [], isReadable: false };
  }
}
