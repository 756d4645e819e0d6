import { toScreenshotAddress } from '#contract/skills/skill-values.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Database } from '../../database/open-database.ts';

import { isNamedBySkill } from '../../records/screenshot-use.sql.ts';
import { draftMs } from './found-file.ts';
/** The rest waits for the next hour. */
const atOnce = 500;

const lockUnused = `
  select f.company_id as "companyId", f.key from files f
  where f.purpose = 'screenshot' and f.created_at < $2 and not ${isNamedBySkill}
  order by f.company_id, f.key limit ${atOnce} for update skip locked`;

/* Asked again: between seeing and locking a file somebody may have saved a skill that names it. */
const deleteUnused = `
  delete from files f using unnest($2::uuid[], $3::text[]) as seen(company_id, key)
  where f.company_id = seen.company_id and f.key = seen.key and not ${isNamedBySkill}
  returning f.company_id as "companyId", f.key, f.thumbnail_key as "thumbnailKey"`;

interface StoredObject {
  readonly companyId: string;
  readonly key: string;
}

/**
 * Forgets screenshots that were uploaded more than a day ago and that no skill of a store names. Answers what lies in
 * storage for them, to be deleted there once this is done.
 */
export function deleteUnusedScreenshots(database: Database, now: Date): Promise<StoredObject[]> {
  const prefix = toScreenshotAddress('');
  return database.withSystem('screenshots.delete', async (tx) => {
    const executor = toExecutor(tx);
    const cutoff = new Date(now.getTime() - draftMs);
    const { rows: seen } = await executor.query<StoredObject>(lockUnused, [prefix, cutoff]);
    if (seen.length === 0) return [];
    const values = [prefix, seen.map(({ companyId }) => companyId), seen.map(({ key }) => key)];
    const { rows } = await executor.query<StoredObject & { thumbnailKey: string | null }>(deleteUnused, values);
    return rows.flatMap(({ companyId, key, thumbnailKey }) =>
      [key, thumbnailKey].flatMap((each) => (each === null ? [] : [{ companyId, key: each }])),
    );
  });
}
