import { can } from '#contract/capabilities.ts';
import { toEmailKey } from '#contract/fields.ts';
import { ProfileUpdate, UserUpdate } from '#contract/users.ts';
import type { User } from '#contract/users.ts';
import { recordAudit } from '../../records/audit.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { parseBody, refuseOtherId } from '../../lib/request/parse-body.ts';
import { Problem } from '../../lib/request/problem.ts';
import { allowRoleChange, getCompanyOfUser, isOwnUser, toVisibleUser } from './users.policy.ts';
import * as repository from './users.repository.ts';
import type { StoredUser } from './users.repository.ts';
import { toAuditSubject, lockUsersToManage, mailNewUser, refuseTakenEmail, toAuditedUser } from './users.service.ts';
import type { UsersDependencies } from './users.service.ts';

type SavedUser = User & { pendingEmail?: string | null };

/** What a save wants the user to be; `email` is already the one that counts after this save. */
type UserChange = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'company' | 'sapId' | 'roles' | 'accountId'>;

/**
 * Saves a user: any of the company by a SuperAdmin, oneself by everybody. One's own roles change only as a
 * SuperAdmin, and one's own address only after it is proven; until then it is answered as `pendingEmail`.
 */
export async function updateUser(
  dependencies: UsersDependencies,
  context: CallContext,
  id: string,
  body: Record<string, unknown>,
): Promise<SavedUser> {
  const { actor } = context;
  const companyId = getCompanyOfUser(actor, id);
  const stored = await dependencies.database.withCompany(companyId, (tx) => repository.findUser(tx, id));
  if (!stored) throw new Problem('record.not-found');
  const isOwn = isOwnUser(actor, id);
  if (!isOwn && !can(actor, 'users.manage')) throw new Problem('access.refused', { detail: 'another user' });
  const isProfile = isOwn && (!can(actor, 'users.manage') || body['roles'] === undefined);
  const update = isProfile ? parseBody(ProfileUpdate, body) : parseBody(UserUpdate, body);
  refuseOtherId(update, id);
  refuseStale(actor, stored, update.version);
  allowRoleChangeOf(context, stored, update.roles, isProfile);
  const email = toEmailKey(update.email);
  if (!isOwn) return saveOther(dependencies, context, id, { ...update, email, roles: update.roles ?? stored.roles });
  // First, because it is the part that is refused often: a wrong password must not save half of the form.
  const pendingEmail =
    email === stored.email ? undefined : await startOwnEmailChange(dependencies, actor, email, update.currentPassword);
  const saved = await dependencies.database.withCompany(companyId, async (tx) => {
    const locked = getLocked(await repository.lockUsers(tx, [id]), actor, update.version);
    allowRoleChangeOf(context, locked, update.roles, isProfile);
    const roles = isProfile || !update.roles ? locked.roles : update.roles;
    const { email: provenEmail, accountId } = locked;
    return writeUser(dependencies, tx, context, {
      stored: locked,
      change: { ...toValues(update, locked), roles, email: provenEmail, accountId },
    });
  });
  return pendingEmail === undefined ? saved : { ...saved, pendingEmail };
}

/** The record as it stands now that nobody else can change it; newer than what the save was made from, it is refused. */
function getLocked([locked]: StoredUser[], actor: Actor, version: number | undefined): StoredUser {
  if (!locked) throw new Problem('record.not-found');
  refuseStale(actor, locked, version);
  return locked;
}

function toValues({ firstName, lastName, company, sapId }: UserUpdate | ProfileUpdate, stored: StoredUser) {
  return { firstName, lastName, company, sapId: (sapId === undefined ? stored.sapId : sapId) || null };
}

function refuseStale(actor: Actor, stored: StoredUser, version: number | undefined): void {
  if (version === undefined || version === stored.version) return;
  throw new Problem('record.stale', { current: toVisibleUser(actor, stored) });
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
      fields: [{ path: 'roles', message: 'You can not grant this role.' }],
    });
  allowRoleChange(actor, stored.roles, roles);
}

/** Sends the code to the new address; nothing else changes until it is entered. */
async function startOwnEmailChange(
  { identity }: UsersDependencies,
  actor: Actor,
  email: string,
  password: string | undefined,
): Promise<string> {
  if (!password) throw wrongPassword('Please input your Password!');
  const answer = await identity.startEmailChange(actor.accountId, { email, password });
  if (answer.ok) return email;
  if (answer.reason === 'wrongPassword') throw wrongPassword('The password is not correct.');
  throw new Problem('session.too-many-attempts', { retryAfterSeconds: answer.retryAfterSeconds });
}

function wrongPassword(message: string): Problem {
  return new Problem('session.wrong-password', { fields: [{ path: 'currentPassword', message }] });
}

/** Another address means another account: nobody's account is ever renamed by somebody else. */
async function saveOther(
  dependencies: UsersDependencies,
  context: CallContext,
  id: string,
  update: (UserUpdate | ProfileUpdate) & { roles: StoredUser['roles'] },
): Promise<User> {
  const { database, identity, mails } = dependencies;
  const { actor } = context;
  return database.withCompany(actor.companyId, async (tx) => {
    const stored = getLocked(await lockUsersToManage(tx, actor, [id.toLowerCase()]), actor, update.version);
    allowRoleChange(actor, stored.roles, update.roles);
    const { email, roles } = update;
    const values = { ...toValues(update, stored), email, roles };
    if (email === stored.email) {
      return writeUser(dependencies, tx, context, { stored, change: { ...values, accountId: stored.accountId } });
    }
    // Another account is another person: what one may not give one may not pass on either.
    allowRoleChange(actor, [], roles);
    await refuseTakenEmail(tx, email);
    const name = `${values.firstName} ${values.lastName}`;
    const { accountId, temporaryPassword } = await identity.ensureAccount(toExecutor(tx), { email, name });
    const saved = await writeUser(dependencies, tx, context, { stored, change: { ...values, accountId } });
    await identity.removeAccount(toExecutor(tx), stored.accountId);
    await mailNewUser({ identity, mails }, tx, { actor, firstName: values.firstName, email, temporaryPassword });
    return saved;
  });
}

/** Writes a locked user, and the audit entry beside it. */
async function writeUser(
  { clock }: UsersDependencies,
  tx: Transaction,
  context: CallContext,
  { stored, change }: { stored: StoredUser; change: UserChange },
): Promise<User> {
  const now = clock.now();
  const saved = await repository.updateUser(tx, stored.id, change, now);
  await recordAudit(tx, {
    ...toAuditSubject(saved),
    ...toAuditStamp(context, now, isOwnUser(context.actor, saved.id)),
    action: 'users.update',
    before: toAuditedUser(stored),
    after: toAuditedUser(saved),
  });
  return toVisibleUser(context.actor, saved);
}
