import { DatabaseUnavailable } from '../database/connection/errors.ts';
import type { Database } from '../database/open-database.ts';
import { createRecentKeys } from '../lib/concurrency/recent-keys.ts';
import type { KnownIntakeCaller } from '../lib/request/intake-caller.ts';
import { statement } from '../sql/statement.ts';
import { array, instant, uuid } from '../sql/types.ts';

/** To the minute, because a busy key would otherwise write a row for every batch. */
const recentUses = { ms: 60_000, max: 10_000 };

/* Two portals write in any order. */
const recordUse = statement.run({
  name: 'intake-keys.record-use',
  text: `
    insert into intake_key_uses as noted (company_id, intake_key_id, last_used_at) values ($companyId, $keyId, $now)
    on conflict (company_id, intake_key_id) do update
      set last_used_at = greatest(noted.last_used_at, excluded.last_used_at) where noted.company_id = $companyId`,
  params: { keyId: uuid, now: instant },
});

/** Notes that these keys ask before they run. */
export const recordAsking = statement.run({
  name: 'intake-keys.record-asking',
  text: `
    insert into intake_key_uses as noted (company_id, intake_key_id, last_asked_at)
    select $companyId, asked.id, $now::timestamptz from unnest($ids::uuid[]) asked (id)
    on conflict (company_id, intake_key_id) do update
      set last_asked_at = greatest(noted.last_asked_at, excluded.last_asked_at) where noted.company_id = $companyId`,
  params: { ids: array(uuid), now: instant },
});

/**
 * Notes the use of a key, once a minute in each portal, in the shard of its company. Where that server is away the note is
 * left out, because the call itself says so.
 */
export function createIntakeKeyUses(
  database: Pick<Database, 'inCompany'>,
): (caller: Pick<KnownIntakeCaller, 'companyId' | 'keyId'>, now: Date) => Promise<void> {
  const noted = createRecentKeys(recentUses);
  return async ({ companyId, keyId }, now) => {
    if (!noted.claim(keyId, now)) return;
    try {
      await database.inCompany.shard(companyId, (tx) => recordUse(tx, { keyId, now }));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  };
}
