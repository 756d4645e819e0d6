import { getCapabilities, type Role } from '#contract/capabilities.ts';
import type { MaskKind, OwnPattern } from '#features/protection/contract/masking-kinds.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import type { ShownIds } from '../lib/crypto/shown-ids.ts';
import type { Actor } from '../lib/request/actor.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { array, boolean, json, nullable, text, textOf, uuid } from '../sql/types.ts';

const findReaderStatement = statement({
  text: `
    select u.id as "userId", u.account_id as "accountId", u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.roles, c.id as "companyId", c.name as "companyName", c.is_provider as "isProvider", c.time_zone as "timeZone",
      (select changes from role_rights r where r.company_id = $companyId) as rights,
      (select shown from masking_settings m where m.company_id = $companyId) as "shownKinds",
      (select patterns from masking_settings m where m.company_id = $companyId) as "maskPatterns"
    from users u join companies c on c.id = u.company_id
    where u.company_id = $companyId and c.id = $companyId and u.id = $userId and u.deactivated_at is null`,
  params: { userId: uuid },
  row: {
    userId: uuid,
    accountId: uuid,
    firstName: text,
    lastName: text,
    email: text,
    roles: array(textOf<Role>()),
    companyId: uuid,
    companyName: text,
    isProvider: boolean,
    timeZone: text,
    rights: nullable(json<RoleRights>()),
    shownKinds: nullable(array(textOf<MaskKind>())),
    maskPatterns: nullable(json<OwnPattern[]>()),
  },
});

/** An active user of the company as an actor who only reads there, for what is sent without a request. */
export async function findReader(
  tx: CompanyTransaction,
  { userId, ids }: { readonly userId: string; readonly ids: ShownIds },
): Promise<Actor | undefined> {
  const row = await tx.find(findReaderStatement, { userId });
  if (!row) return undefined;
  const { shownKinds, maskPatterns, rights, ...user } = row;
  const holder = { roles: user.roles, isProvider: user.isProvider, rights: rights ?? {} };
  return {
    ...user,
    ...holder,
    homeCompanyId: user.companyId,
    actsFrom: null,
    sessionId: null,
    openedBy: { companyId: null, issuer: null },
    ids,
    masking: { shown: shownKinds ?? [], patterns: maskPatterns ?? [] },
    capabilities: getCapabilities(holder),
    suspension: null,
  };
}
