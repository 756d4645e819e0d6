import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { toEmailKey } from '#contract/fields.ts';
import { assignedUserFields } from '#features/people/contract/user-fields.ts';
import { ProfileUpdate, User, UserUpdate } from '#features/people/contract/users.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { parseBody, refuseOtherId } from '#server/lib/request/parse-body.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { allowVersion, changeRecord, type RecordChange } from '#server/records/change-record.ts';
import { confirmAtHome } from '#server/access/confirm-actor.ts';
import { allowAddressChange, getAccountReach } from '#server/access/account-reach.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { allowManaging, allowRoleChange, getCompanyOfUser, isOwnUser, toVisibleUser } from './users.policy.ts';
import * as repository from './users.repository.ts';
import type { StoredUser, UserValues } from './users.repository.ts';
import {
  ensureAccount,
  lockUsersToManage,
  mailNewUser,
  refuseTakenEmail,
  toAuditedUser,
  toAuditSubject,
  toValues,
} from './users.service.ts';
import { deleteWaitingMails } from './waiting-mails.service.ts';

type UpdatedUser = User & { pendingEmail?: string | null };

/**
 * Updates a user: a SuperAdmin any of the company, every actor the own user. The own roles change only as a SuperAdmin, and
 * the own address only after it is proven; until then it is answered as `pendingEmail`.
 */
export async function updateUser(
  portal: Uses<'database' | 'identity' | 'mails' | 'queues' | 'clock'>,
  context: CallContext,
  id: string,
  body: Record<string, unknown>,
): Promise<UpdatedUser> {
  const { actor } = context;
  const companyId = getCompanyOfUser(actor, id);
  const stored = await portal.database.inCompany.read(companyId, (tx) => repository.findUser(tx, { id }));
  if (!stored) throw new Problem('record.not-found');
  const isOwn = isOwnUser(actor, id);
  if (!isOwn && !can(actor, 'users.manage')) throw new Problem('access.refused', { detail: 'another user' });
  const isProfile = isOwn && (!can(actor, 'users.manage') || body['roles'] === undefined);
  const update = isProfile ? parseBody(ProfileUpdate, body) : parseBody(UserUpdate, body);
  refuseOtherId(update, id);
  allowVersion(stored, update.version, (current) => toShownUser(actor, current));
  allowRoleChangeOf(context, stored, update.roles, isProfile);
  if (isProfile) refuseAssigned(stored, update);
  const email = toEmailKey(update.email);
  if (!isOwn) return updateOther(portal, context, id, { ...update, email, roles: update.roles ?? stored.roles });
  // First, because a wrong password must not save half of the form.
  const pendingEmail =
    email === stored.email ? undefined : await startOwnEmailChange(portal, actor, email, update.currentPassword);
  const now = portal.clock.now();
  const updated = await portal.database.inCompany(companyId, (tx) =>
    changeRecord(tx, {
      ...toChange(context, { now, version: update.version, isAtHome: true }),
      lock: async () => {
        const [locked] = await repository.lockUsers(tx, [id]);
        // A role that was lost meanwhile must not be given back by the form that still names it.
        await confirmAtHome(tx, actor, isProfile ? undefined : 'users.manage');
        return locked;
      },
      allow: (locked) => {
        allowRoleChangeOf(context, locked, update.roles, isProfile);
        if (isProfile) refuseAssigned(locked, update);
      },
      write: (locked) => {
        const roles = isProfile || !update.roles ? locked.roles : update.roles;
        const { email: provenEmail, accountId } = locked;
        const values = { ...toValues(update, locked), roles, email: provenEmail, accountId };
        return repository.updateUser(tx, locked, { ...values, now });
      },
    }),
  );
  return { ...toVisibleUser(actor, updated), ...(pendingEmail !== undefined && { pendingEmail }) };
}

/** The fields of the contract alone, which takes none away from the record of a problem. */
const toShownUser = (actor: Actor, stored: StoredUser): User => User.parse(toVisibleUser(actor, stored));

/** Parts that all changes of a user have in common. */
function toChange(
  context: CallContext,
  { now, version, isAtHome }: { now: Date; version: number | undefined; isAtHome: boolean },
): Omit<RecordChange<StoredUser>, 'lock' | 'write'> {
  return {
    context,
    now,
    isAtHome,
    action: 'users.update',
    version,
    toVisible: (stored) => toShownUser(context.actor, stored),
    toSubject: toAuditSubject,
    toFields: toAuditedUser,
  };
}

/** The profile form shows no roles, so a profile may repeat them but never change them. */
function allowRoleChangeOf(
  { actor }: CallContext,
  stored: StoredUser,
  roles: StoredUser['roles'] | undefined,
  isProfile: boolean,
): void {
  if (roles === undefined) return;
  const isSame = roles.length === stored.roles.length && roles.every((role) => stored.roles.includes(role));
  if (isSame) return;
  if (isProfile)
    throw new Problem('users.role-not-grantable', {
      fields: [{ path: 'roles', message: 'You cannot grant this role.' }],
    });
  allowRoleChange(actor, stored.roles, roles);
}

/** The profile form shows what others assign, so a profile may repeat it but never change it. */
function refuseAssigned(stored: StoredUser, update: ProfileUpdate): void {
  const changed = assignedUserFields.filter(
    (field) => update[field] !== undefined && (update[field] || null) !== stored[field],
  );
  if (changed.length === 0) return;
  const message = 'Only those who manage users can change this.';
  throw new Problem('request.invalid', { fields: changed.map((path) => ({ path, message })) });
}

/** Sends the code to the new address; nothing else changes until it is entered. */
async function startOwnEmailChange(
  { database, identity }: Uses<'database' | 'identity'>,
  actor: Actor,
  email: string,
  password: string | undefined,
): Promise<string> {
  const reach = await database.inSystem('memberships.find', (tx) => getAccountReach(tx, actor));
  allowAddressChange(reach);
  if (!password) throw wrongPassword('Please input your Password!');
  const answer = await identity.startEmailChange(actor.accountId, { email, password });
  if (answer.ok) return email;
  if (answer.reason === 'wrongPassword') throw wrongPassword('The password is not correct.');
  throw new Problem('session.too-many-attempts', { retryAfterSeconds: answer.retryAfterSeconds });
}

function wrongPassword(message: string): Problem {
  return new Problem('session.wrong-password', { fields: [{ path: 'currentPassword', message }] });
}

type OtherUpdate = (UserUpdate | ProfileUpdate) & { readonly roles: StoredUser['roles'] };

async function updateOther(
  portal: Uses<'database' | 'identity' | 'mails' | 'queues' | 'clock'>,
  context: CallContext,
  id: string,
  update: OtherUpdate,
): Promise<User> {
  const { actor } = context;
  const now = portal.clock.now();
  let formerEmail = update.email;
  const user = await portal.database.inCompany(actor.companyId, async (tx) => {
    const updated = await changeRecord(tx, {
      ...toChange(context, { now, version: update.version, isAtHome: false }),
      lock: async () => (await lockUsersToManage(tx, actor, [id.toLowerCase()]))[0],
      allow: (stored) => {
        allowManaging(actor, stored);
        allowRoleChange(actor, stored.roles, update.roles);
      },
      write: (stored) => {
        const values = {
          ...toValues(update, stored),
          email: stored.email,
          roles: update.roles,
          accountId: stored.accountId,
        };
        formerEmail = stored.email;
        if (update.email === stored.email) return repository.updateUser(tx, stored, { ...values, now });
        return moveToAccount(portal, tx, actor, { stored, values: { ...values, email: update.email }, now });
      },
    });
    return toVisibleUser(actor, updated);
  });
  // What waits for the former address is of a person who is no user any more.
  if (formerEmail !== update.email) {
    await deleteWaitingMails(portal, {
      companyId: actor.companyId,
      addresses: [formerEmail],
      addressesOfAccounts: [],
    });
  }
  return user;
}

/** Ties the user to the account of the new address, because a SuperAdmin must not rename another person's account. */
async function moveToAccount(
  portal: Uses<'identity' | 'mails' | 'clock'>,
  tx: CompanyTransaction,
  actor: Actor,
  { stored, values, now }: { stored: StoredUser; values: UserValues; now: Date },
): Promise<StoredUser> {
  const { identity } = portal;
  const { email, firstName, lastName, roles } = values;
  // Another account is another person, so the actor must be allowed to grant all roles anew.
  allowRoleChange(actor, [], roles);
  await refuseTakenEmail(tx, email);
  const name = `${firstName} ${lastName}`;
  const { accountId, temporaryPassword } = await ensureAccount(identity, tx, { email, name });
  const updated = await repository.updateUser(tx, stored, { ...values, accountId, now });
  await identity.deleteAccount(tx, stored.accountId);
  await mailNewUser(portal, tx, { actor, firstName, email, temporaryPassword });
  return updated;
}
