import { systemStatement } from '../../../sql/statement.ts';
import { instant, nullable, text, uuid, type RowOf } from '../../../sql/types.ts';
import { isAmong, sessionsOf } from './sessions.repository.ts';

const openSession = {
  id: uuid,
  userAgent: nullable(text),
  network: nullable(text),
  signedInAt: instant,
  lastUsedAt: instant,
};

export type OpenSession = RowOf<typeof openSession>;

/** The sessions of an account, last used first. */
export const listSessions = systemStatement.list({
  text: `
    select id, user_agent as "userAgent", network, created_at as "signedInAt",
      coalesce(last_used_at, created_at) as "lastUsedAt"
    from identity.sessions where account_id = $accountId and expires_at > $now and ${isAmong}
    order by coalesce(last_used_at, created_at) desc, id`,
  params: { ...sessionsOf, now: instant },
  row: openSession,
});

export const recordSessionUse = systemStatement.run({
  text: 'update identity.sessions set last_used_at = $now, network = $network where id = $id',
  params: { id: uuid, now: instant, network: nullable(text) },
});

/** Undefined where the account has no such session. */
export const deleteSession = systemStatement.find({
  text: `delete from identity.sessions where account_id = $accountId and id = $id and ${isAmong} returning id`,
  params: { ...sessionsOf, id: uuid },
  row: { id: uuid },
});
