import { DatabaseUnavailable } from '../database/connection/errors.ts';
import type { Database } from '../database/open-database.ts';
import { createRecentKeys } from '../lib/concurrency/recent-keys.ts';
import { statement } from '../sql/statement.ts';
import { instant, uuid } from '../sql/types.ts';
import { comeIn } from './come-in.ts';

/** Half a day, because the sign-ins of sessions that another issuer keeps are known by their calls alone. */
const recentSignIns = { ms: 43_200_000, max: 100_000 };

/* Of several portals, and after a start, each writes the same again. */
const recordSignIn = statement.run({
  name: 'users.record-sign-in',
  text: `
    insert into user_sign_ins as noted (company_id, user_id, last_sign_in_at)
    select u.company_id, u.id, $signedInAt::timestamptz(3) from users u where u.company_id = $companyId and u.id = $userId
    on conflict (company_id, user_id) do update set last_sign_in_at = excluded.last_sign_in_at
      where noted.company_id = $companyId and noted.last_sign_in_at < excluded.last_sign_in_at`,
  params: { userId: uuid, signedInAt: instant },
});

interface SignIn {
  readonly companyId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string | null;
  readonly signedInAt: Date;
  /** Whether the user has come in to the company before. */
  readonly hasComeIn: boolean;
}

export type NoteSignIn = (signIn: SignIn) => Promise<void>;

/**
 * Notes that a user signed in, with the first call of the session in each portal, in the shard of its company. Where that
 * server is away the note is left out, because the call itself says so, and a later call writes it.
 */
export function createUserSignIns(database: Pick<Database, 'inCompany' | 'inSystem'>, now: () => Date): NoteSignIn {
  const noted = createRecentKeys(recentSignIns);
  return async ({ companyId, userId, accountId, sessionId, signedInAt, hasComeIn }) => {
    const key = `${userId} ${sessionId ?? accountId}`;
    if (!noted.claim(key, now()) && hasComeIn) return;
    try {
      if (!hasComeIn) await database.inSystem('users.come-in', (tx) => comeIn(tx, { companyId, userId }, now()));
      await database.inCompany.shard(companyId, (tx) => recordSignIn(tx, { userId, signedInAt }));
    } catch (error) {
      noted.forget(key);
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  };
}
