import type { Uses } from '#server/portal/portal.ts';
import type { MappedUser } from '#features/people/contract/reported-names.ts';
import { problems } from '#contract/problems.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import * as repository from './reported-users.repository.ts';
import type { StoredReportedUser } from './reported-users.repository.ts';

export async function listReportedUsers({ database }: Uses<'database'>, actor: Actor): Promise<MappedUser[]> {
  return (await database.inCompany.read(actor.companyId, repository.listReportedUsers)).map(toMappedUser);
}

function toMappedUser({ number: _number, keys, name, ...stored }: StoredReportedUser): MappedUser {
  const ids = keys.map((key) => key.slice(key.indexOf(':') + 1));
  return { ...stored, ids, name: name || (ids[0] ?? '') };
}

/** From then on all conversations of the reported user, past ones too, are shown as those of the user. */
export function mapReportedUser(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, userId }: { id: string; userId: string | null },
): Promise<MappedUser> {
  const now = clock.now();
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    const known = await repository.findReportedUser(tx, { id });
    if (!known) throw new Problem('record.not-found');
    const ids = [known.userId, userId].filter((each) => each !== null);
    const users = await repository.lockUsers(tx, { ids });
    if (userId !== null && !users.some((user) => user.id === userId)) {
      const { message } = problems['intake.user-unknown'];
      throw new Problem('intake.user-unknown', { fields: [{ path: 'userId', message }] });
    }
    const before = await repository.lockReportedUser(tx, id);
    // Mapped by someone else meanwhile, to a user that is not locked.
    if (before?.userId !== known.userId) throw new Problem('record.stale');
    if (userId === before.userId) return toMappedUser(before);
    await repository.mapReportedUser(tx, { number: before.number, userId });
    const after = await repository.getReportedUser(tx, { id });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'reportedUsers.map',
      entity: 'reportedUser',
      entityId: id,
      entityLabel: toMappedUser(before).name,
      before: { userName: before.userName, userId: before.userId },
      after: { userName: after.userName, userId: after.userId },
    });
    return toMappedUser(after);
  });
}
