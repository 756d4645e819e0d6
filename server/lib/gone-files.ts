import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether a file was deleted. A folder that is not there may be a disk that is not mounted, or that of another portal. */
export const isGone = async (file: string): Promise<boolean> => (await exists(dirname(file))) && !(await exists(file));

/** Files of these that were surely deleted: another of their folder is there, which an empty mount point of a disk does not show. */
export async function listGone(files: readonly string[]): Promise<string[]> {
  const present = new Set<string>();
  for (const file of files) if (await exists(file)) present.add(file);
  const folders = new Set([...present].map((file) => dirname(file)));
  return files.filter((file) => !present.has(file) && folders.has(dirname(file)));
}
