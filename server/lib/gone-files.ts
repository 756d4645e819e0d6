import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether a file was deleted. A folder that is not there may be a disk that is not mounted, or that of another portal. */
export async function isGone(file: string): Promise<boolean> {
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  return (await exists(dirname(file))) && !(await exists(file));
}
