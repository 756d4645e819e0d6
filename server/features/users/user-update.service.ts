import { can } from '#contract/capabilities.ts';
import { toEmailKey } from '#contract/fields.ts';
import { ProfileUpdate, UserUpdate } from '#contract/users.ts';
import type { User } from '#contract/users.ts';
import { recordAudit } from '../../database/audit.ts';
import type { Transaction } from '../../database/transactions.ts';
import { toExecutor } from '../../database/executor.ts';
import { signAct } from '../../lib/act.ts';
import type { Act } from '../../lib/act.ts';
import type { Actor } from '../../lib/actor.ts';
import { parseBody, refuseOtherId } from '../../lib/parse-body.ts';
import { Problem } from '../../lib/problem.ts';
import { allowRoleChange, getCompanyOfUser, isOwnUser, toVisibleUser } from './users.policy.ts';
import { findUser, lockUsers, updateUser } from './users.repository.ts';
import type { StoredUser } from './users.repository.ts';
import { describe, mailNewUser, refuseTakenEmail, toAuditedUser } from './users.service.ts';
import type { UsersDependencies } from './users.service.ts';

type SavedUser = User & { pendingEmail?: string | null };

/** What a save wants the user to be; `email` is already the one that counts after this save. */
type UserChange = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'company' | 'sapId' | 'roles' | 'accountId'>;

/**
 * Saves a user: any of the company by a SuperAdmin, oneself by everybody. One's own roles change only as a
 * SuperAdmin, and one's own address only after it is proven; until then it is answered as `pendingEmail`.
 */
export async function saveUser(
  dependencies: UsersDependencies,
  act: Act,
  id: string,
  body: Record<string, unknown>,
): Promise<SavedUser> {
  const { actor } = act;
  const companyId = getCompanyOfUser(actor, id);
  const stored = await dependencies.database.withCompany(companyId, (tx) => findUser(tx, id));
  if (!stored) throw new Problem('record.not-found');
  const isOwn = isOwnUser(actor, id);
  if (!isOwn && !can(actor, 'users.manage')) throw new Problem('access.refused', { detail: 'another user' });
  const isProfile = isOwn && (!can(actor, 'users.manage') || body['roles'] === undefined);
  const update = isProfile ? parseBody(ProfileUpdate, body) : parseBody(UserUpdate, body);
  refuseOtherId(update, id);
  refuseStale(actor, stored, update.version);
  allowRoleChangeOf(act, stored, update.roles, isProfile);
  const { firstName, lastName, company, sapId = stored.sapId } = update;
  const roles = isProfile || !update.roles ? stored.roles : update.roles;
  const email = toEmailKey(update.email);
  const change = { firstName, lastName, company, sapId: sapId || null, roles };
  if (!isOwn) return saveOther(dependencies, act, stored, { ...change, email });
  const pendingEmail =
    email === stored.email ? undefined : await startOwnEmailChange(dependencies, actor, email, update.currentPassword);
  const { accountId } = stored;
  const saved = await dependencies.database.withCompany(companyId, (tx) =>
    writeUser(dependencies, tx, act, { stored, change: { ...change, email: stored.email, accountId } }),
  );
  return pendingEmail === undefined ? saved : { ...saved, pendingEmail };
}

function refuseStale(actor: Actor, stored: StoredUser, version: number | undefined): void {
  if (version === undefined || version === stored.version) return;
  throw new Problem('record.stale', { current: toVisibleUser(actor, stored) });
}

/** The profile form shows no roles, so a profile may repeat them but never change them. */
function allowRoleChangeOf(
  { actor }: Act,
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
  act: Act,
  stored: StoredUser,
  change: Omit<UserChange, 'accountId'>,
): Promise<User> {
  const { database, identity, mails } = dependencies;
  return database.withCompany(act.actor.companyId, async (tx) => {
    if (change.email === stored.email)
      return writeUser(dependencies, tx, act, { stored, change: { ...change, accountId: stored.accountId } });
    const { email, firstName } = change;
    // Locked first: whoever comes second is told that the record has changed, not that its own new address is taken.
    const [locked] = await lockUsers(tx, [stored.id]);
    if (locked?.version !== stored.version) return refuseChanged(tx, act.actor, stored.id);
    await refuseTakenEmail(tx, email);
    const name = `${firstName} ${change.lastName}`;
    const { accountId, temporaryPassword } = await identity.ensureAccount(toExecutor(tx), { email, name });
    const saved = await writeUser(dependencies, tx, act, { stored, change: { ...change, accountId } });
    await identity.removeAccount(toExecutor(tx), stored.accountId);
    await mailNewUser(mails, tx, { actor: act.actor, firstName, email, temporaryPassword });
    return saved;
  });
}

async function writeUser(
  { clock }: UsersDependencies,
  tx: Transaction,
  act: Act,
  { stored, change }: { stored: StoredUser; change: UserChange },
): Promise<User> {
  const now = clock.now();
  const saved = await updateUser(tx, stored, change, now);
  if (!saved) return refuseChanged(tx, act.actor, stored.id);
  await recordAudit(tx, {
    ...describe(saved),
    ...signAct(act, now),
    action: 'users.update',
    before: toAuditedUser(stored),
    after: toAuditedUser(saved),
  });
  return toVisibleUser(act.actor, saved);
}

async function refuseChanged(tx: Transaction, actor: Actor, id: string): Promise<never> {
  const current = await findUser(tx, id);
  if (!current) throw new Problem('record.not-found');
  throw new Problem('record.stale', { current: toVisibleUser(actor, current) });
}
