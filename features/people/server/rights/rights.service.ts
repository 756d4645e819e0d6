import type { Uses } from '#server/portal/portal.ts';
import type { CompanyRights, RightsForm } from '#features/people/contract/rights.ts';
import { rightNames, toRightsTable, toRoleRights } from '#features/people/contract/role-rights.ts';
import { roles } from '#contract/roles.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { AuditFields } from '#server/records/audit.ts';
import { changeRecord } from '#server/records/change-record.ts';
import * as repository from './rights.repository.ts';
import type { StoredRights } from './rights.repository.ts';

/** A company without a row has the defaults, in their first version. */
const unchanged: StoredRights = { changes: {}, version: 1 };

const toCompanyRights = ({ changes, version }: StoredRights): CompanyRights => ({
  levels: toRightsTable(changes),
  version,
});

export async function getRights({ database }: Uses<'database'>, actor: Actor): Promise<CompanyRights> {
  return toCompanyRights((await database.inCompany.read(actor.companyId, repository.findRights)) ?? unchanged);
}

/** Updates the rights of all roles. They count from the next request of each user on. */
export function updateRights(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { levels, version }: RightsForm,
): Promise<CompanyRights> {
  const { companyId } = context.actor;
  const now = clock.now();
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'rights.manage');
    await repository.ensureRights(tx, { now });
    const updated = await changeRecord<StoredRights>(tx, {
      context,
      now,
      action: 'rights.update',
      lock: () => repository.lockRights(tx),
      version,
      toVisible: toCompanyRights,
      write: () => repository.updateRights(tx, { changes: toRoleRights(levels), now }),
      toSubject: () => ({ entity: 'roleRights', entityId: companyId, entityLabel: 'Rights of roles' }),
      toFields: toAuditedRights,
    });
    return toCompanyRights(updated);
  });
}

/** One field for each right and role, so that an entry names only those that changed. */
function toAuditedRights({ changes }: StoredRights): AuditFields {
  const table = toRightsTable(changes);
  return Object.fromEntries(
    rightNames.flatMap((right) => roles.map((role) => [`${right}.${role}`, table[right][role]])),
  );
}
