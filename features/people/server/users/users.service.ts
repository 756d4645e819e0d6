import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { toEmailKey } from '#contract/fields.ts';
import { foldSearch, foldText } from '#contract/fold-text.ts';
import { wholeTaskKinds } from '#contract/tasks/task-kinds.ts';
import { kindsWithUsers } from '#features/protection/contract/row-kinds.ts';
import { matchesUser, type UserNarrowing } from '#features/people/contract/user-filters.ts';
import { UserForm, type Invitation, type ListedUser, type User } from '#features/people/contract/users.ts';
import { recordAudit, type AuditFields } from '#server/records/audit.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { isEstablishedCompany } from '#server/records/established-company.ts';
import { isSingleSignOnDemanded } from '#server/records/single-sign-on-demand.ts';
import { createRecord } from '#server/records/create-record.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { keepCostOwners } from '#domain/ledger/cost-owners.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Identity } from '#server/outside/identity/identity.ts';
import { allowManaging, allowNarrowing, allowRoleChange, getCompanyOfUser, toVisibleUser } from './users.policy.ts';
import { hasFactor, listFactors } from './user-factors.repository.ts';
import * as repository from './users.repository.ts';
import type { StoredUser, UserValues } from './users.repository.ts';
import { deleteWaitingMails } from './waiting-mails.service.ts';

interface NewUserMail {
  readonly actor: Actor;
  readonly firstName: string;
  readonly email: string;
  readonly temporaryPassword: string | undefined;
}

/**
 * The users whom a text and the filters find, and reported ones where they are asked for.
 * @throws Problem `access.refused`
 */
export async function listUsers(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  { stringValue, limit, unmapped, ...narrowing }: UserQuery,
): Promise<ListedUser[]> {
  const { database, clock } = portal;
  allowNarrowing(actor, narrowing);
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const includesHidden = can(actor, 'users.read-profiles');
  const search = { search: foldSearch(stringValue ?? ''), limit: isNarrowed ? undefined : limit };
  const asked = { ...search, includesHidden };
  const list = (tx: CompanyTransaction) => repository.listUsers(tx, asked);
  const [[found, factors], reported] = await Promise.all([
    can(actor, 'users.manage')
      ? database.inCompany.readBoth(actor.companyId, list, (tx) => listFactors(tx, asked))
      : database.inCompany.read(actor.companyId, async (tx) => [await list(tx), new Set<string>()] as const),
    unmapped === 'true' ? listReportedUsers(portal, actor, search) : [],
  ]);
  const users = found.map((user) => toVisibleUser(actor, user, factors.has(user.accountId)));
  const all: ListedUser[] = [...users, ...reported];
  return all.filter((user) => matchesUser(user, narrowing, clock.now())).slice(0, limit);
}

/**
 * Lists reported users masked as readers of the log see them. Search and order use the shown values: by a stored name
 * that is masked, each try would reveal a digit of it.
 */
async function listReportedUsers(
  { database, workers }: Uses<'database' | 'workers'>,
  { companyId, masking }: Actor,
  { search }: { readonly search: string },
): Promise<ListedUser[]> {
  const found = await database.inCompany.read(companyId, (tx) => repository.listReportedUsers(tx));
  const shown = await renderMasked(workers, { companyId, masking }, (masker) =>
    found.map((user) => ({ ...maskName(masker, user), email: masker.maskField('email', user.email) })),
  );
  return shown
    .filter((user) => foldText(`${user.firstName} ${user.lastName} ${user.email}`).includes(search))
    .toSorted((one, other) => compareNames(one, other));
}

const compareNames = (one: ListedUser, other: ListedUser) =>
  compareTexts(one.lastName.toLowerCase(), other.lastName.toLowerCase()) ||
  compareTexts(one.firstName.toLowerCase(), other.firstName.toLowerCase()) ||
  compareTexts(one.id, other.id);

const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other));

interface UserQuery extends UserNarrowing {
  readonly stringValue?: string | undefined;
  readonly limit?: number | undefined;
  readonly unmapped?: 'true' | 'false' | undefined;
}

export async function getUser({ database }: Uses<'database'>, actor: Actor, id: string): Promise<User> {
  const companyId = getCompanyOfUser(actor, id);
  const find = (tx: CompanyTransaction) => repository.findUser(tx, { id });
  const [user, hasTwoFactor] = can(actor, 'users.manage')
    ? await database.inCompany.readBoth(companyId, find, (tx) => hasFactor(tx, { id }))
    : [await database.inCompany.read(companyId, find)];
  if (!user) throw new Problem('record.not-found');
  return toVisibleUser(actor, user, hasTwoFactor);
}

/**
 * Creates a user. Whether the address already has an account shows only in its mail: a temporary password or an invitation.
 * A repeated idempotency key gets the first answer.
 */
export async function createUser(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  form: UserForm | Invitation,
  idempotencyKey: string | undefined,
): Promise<{ id: string }> {
  const { actor } = context;
  allowRoleChange(actor, [], form.roles);
  const now = portal.clock.now();
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'users.manage');
    return createRecord(tx, {
      toSubject: toAuditSubject,
      toFields: toAuditedUser,
      context,
      now,
      action: 'users.create',
      idempotencyKey,
      request: form,
      create: () => createWithAccount(portal, tx, { actor, form, now }),
      toAnswer: ({ id }) => ({ id }),
    });
  });
}

async function createWithAccount(
  portal: Uses<'identity' | 'mails' | 'clock'>,
  tx: CompanyTransaction,
  { actor, form, now }: { readonly actor: Actor; readonly form: UserForm | Invitation; readonly now: Date },
): Promise<StoredUser> {
  const email = toEmailKey(form.email);
  await refuseTakenEmail(tx, email);
  const name = `${form.firstName} ${form.lastName}`;
  const { accountId, temporaryPassword } = await ensureAccount(portal.identity, tx, { email, name });
  const values = { ...toValues(form), email, accountId };
  const user = await repository.createUser(tx, { ...values, createdAt: now, updatedAt: now });
  await mailNewUser(portal, tx, { actor, firstName: user.firstName, email, temporaryPassword });
  return user;
}

/**
 * The account of an address. A user who was added under an earlier address of it, and has not come in, stays with that
 * address, because a denial would say that both belong to one person.
 */
export async function ensureAccount(
  identity: Pick<Identity, 'ensureAccount'>,
  tx: CompanyTransaction,
  { email, name }: { readonly email: string; readonly name: string },
) {
  const ensured = await identity.ensureAccount(tx, { email, name });
  const former = await repository.findByFormerAddress(tx, { accountId: ensured.accountId, email });
  if (former) {
    const formerName = `${former.firstName} ${former.lastName}`;
    const { accountId } = await identity.ensureAccount(tx, { email: former.email, name: formerName });
    await repository.setAccount(tx, { id: former.id, accountId });
  }
  return ensured;
}

/** Checked before the password of a new account is hashed, because hashing is slow; the constraint still decides races. */
export async function refuseTakenEmail(tx: CompanyTransaction, email: string): Promise<void> {
  if (await repository.isEmailTaken(tx, email)) throw new Problem('users.email-taken');
}

/**
 * Mails a new user a temporary password, or an invitation where the address has an account or the company demands single
 * sign-on. Limited per company and hour, because anyone can sign up a company and add any address.
 */
export async function mailNewUser(
  { identity, mails, clock }: Uses<'identity' | 'mails' | 'clock'>,
  tx: CompanyTransaction,
  { actor, temporaryPassword, ...recipient }: NewUserMail,
): Promise<void> {
  const mail = { ...recipient, companyName: actor.companyName, companyId: actor.companyId };
  const { isEstablished } = await isEstablishedCompany(tx, { now: clock.now() });
  const claimed = await identity.claimUserMail(tx, { id: actor.companyId, isEstablished });
  if (!claimed.ok) throw new Problem('request.too-many', { retryAfterSeconds: claimed.retryAfterSeconds });
  const { isDemanded } = await isSingleSignOnDemanded(tx, {});
  if (isDemanded) return mails.sendSingleSignOnInvitation(tx, mail);
  if (temporaryPassword === undefined) return mails.sendInvitation(tx, mail);
  return mails.sendTemporaryPassword(tx, { ...mail, temporaryPassword });
}

/**
 * Deletes all users of the list or none, and the company's mails that wait for them; an account without another user is deleted
 * with its mails too.
 */
export async function deleteUsers(
  portal: Uses<'database' | 'identity' | 'queues' | 'clock'>,
  context: CallContext,
  ids: readonly string[],
): Promise<string[]> {
  const { database, identity, clock } = portal;
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const { companyId } = context.actor;
  const addresses: string[] = [];
  const addressesOfAccounts: string[] = [];
  await database.inCompany(companyId, async (tx) => {
    const found = await lockUsersToManage(tx, context.actor, wanted);
    if (found.length !== wanted.length) throw new Problem('record.not-found');
    for (const user of found) allowManaging(context.actor, user);
    const contactParts = await repository.listContactParts(tx);
    await keepCostOwners(tx, { userIds: wanted });
    await repository.deleteUsers(tx, { ids: wanted });
    await repository.withdrawTasks(tx, { wholeKinds: wholeTaskKinds, rowKinds: kindsWithUsers });
    for (const user of found) {
      addresses.push(user.email);
      if (await identity.deleteAccount(tx, user.accountId)) addressesOfAccounts.push(user.email);
      await recordAudit(tx, {
        ...toAuditSubject(user),
        ...toAuditStamp(context, clock.now()),
        action: 'users.delete',
        before: { ...toAuditedUser(user), contactPerson: contactParts.get(user.id) },
      });
    }
  });
  await deleteWaitingMails(portal, { companyId, addresses, addressesOfAccounts });
  return wanted;
}

/**
 * Locks the users to be changed together with the actor's own row and in one order, so that two SuperAdmins who change each
 * other do not deadlock; then confirms the actor's capability.
 */
export async function lockUsersToManage(
  tx: CompanyTransaction,
  actor: Actor,
  ids: readonly string[],
): Promise<StoredUser[]> {
  const locked = await repository.lockUsers(tx, actor.actsFrom === null ? [...ids, actor.userId] : ids);
  await confirmActor(tx, actor, 'users.manage');
  return locked.filter(({ id }) => ids.includes(id));
}

/** The subject of a user's audit entries. */
export function toAuditSubject(user: StoredUser) {
  return { entity: 'user' as const, entityId: user.id, entityLabel: `${user.firstName} ${user.lastName}` };
}

const formFields = UserForm.keyof().options;

/** The fields whose changes the audit log stores: those of the form. */
export function toAuditedUser(user: StoredUser): AuditFields {
  return Object.fromEntries(formFields.map((field) => [field, user[field]]));
}

/**
 * Converts a form to the saved fields, without the account. A field that it leaves out stays as stored; an empty text
 * is stored as null.
 */
export function toValues(form: Partial<Record<keyof UserForm, unknown>>, stored?: StoredUser): FormValues {
  const values = formFields.map((field) => [
    field,
    (form[field] === undefined ? stored?.[field] : form[field]) || null,
  ]);
  return Object.fromEntries(values);
}

type FormValues = Pick<UserValues, keyof UserForm>;
