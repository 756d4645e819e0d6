import { createHash, randomBytes } from 'node:crypto';
import { can, getCapabilities } from '#contract/capabilities.ts';
import { formatDay } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { dayMs, getDay } from '#contract/calendar/zones.ts';
import {
  limitRequestDays,
  type AskedLimit,
  type LimitRequestForm,
  type RunLimitRequestForm,
} from '#features/money/contract/limits/limit-requests.ts';
import { confirmAtHome } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { fromLimit } from '../../usage/limits.service.ts';
import { findNamedLimit, type LimitReference, type NamedLimit } from './named-limit.service.ts';
import * as repository from './limit-requests.repository.ts';

/** The most users who get a mail. */
const maxDeciders = 20;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Asks for more of the actor's own limit.
 * @throws Problem `limits.nothing-to-raise`, `limits.already-asked`
 */
export function createOwnRequest(
  portal: Uses<'database' | 'clock' | 'mails'>,
  { actor }: CallContext,
  form: LimitRequestForm,
): Promise<AskedLimit> {
  if (actor.companyId !== actor.homeCompanyId) throw new Problem('limits.nothing-to-raise');
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmAtHome(tx, actor);
    const requester = { userId: actor.userId, keyId: null };
    return createRequest(portal, tx, { kind: 'person', owner: actor.userId, requester, form, zone: actor.timeZone });
  });
}

/**
 * Asks for more of the limit that an answer of authorize has named, for the user of the run.
 * @throws Problem `record.not-found`, `limits.nothing-to-raise`, `limits.person-not-listed`, `limits.already-asked`
 */
export function createRequestForRun(
  portal: Uses<'database' | 'clock' | 'mails'>,
  caller: KnownIntakeCaller,
  { requestId, ...form }: RunLimitRequestForm,
): Promise<AskedLimit> {
  return portal.database.inCompany(caller.companyId, async (tx) => {
    const named = await repository.findNamedLimit(tx, { id: toRecordId(requestId) });
    if (!named) throw new Problem('record.not-found');
    if (named.kind === null) throw new Problem('limits.nothing-to-raise');
    const owners = {
      account: '',
      skill: named.skill,
      department: named.department,
      key: named.key,
      person: named.userId,
    };
    const owner = owners[named.kind];
    if (owner === null)
      throw new Problem(named.kind === 'person' ? 'limits.person-not-listed' : 'limits.nothing-to-raise');
    const requester = { userId: named.userId, keyId: caller.keyId };
    return createRequest(portal, tx, { kind: named.kind, owner, requester, form, zone: caller.timeZone });
  });
}

interface NewRequest extends LimitReference {
  /** The person, and the key where an assistant asks. */
  readonly requester: { readonly userId: string | null; readonly keyId: string | null };
  readonly form: LimitRequestForm;
  readonly zone: string;
}

async function createRequest(
  { clock, mails }: Uses<'clock' | 'mails'>,
  tx: CompanyTransaction,
  { kind, owner, requester, form, zone }: NewRequest,
): Promise<AskedLimit> {
  const now = clock.now();
  await repository.expireRequests(tx, { now });
  const limit = await findNamedLimit(tx, { kind, owner });
  if (!limit || limit.limit === null) throw new Problem('limits.nothing-to-raise');
  const declinedSince = new Date(now.getTime() - dayMs);
  if (await repository.findRecentRequest(tx, { kind, owner, now, declinedSince }))
    throw new Problem('limits.already-asked');
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + limitRequestDays * dayMs);
  const reason = form.reason.trim();
  await repository.createRequest(tx, {
    kind,
    owner,
    requesterUserId: requester.userId,
    intakeKeyId: requester.keyId,
    reason,
    wanted: fromLimit(form.limit ?? null),
    tokenHash: hashToken(token),
    now,
    expiresAt,
  });
  await mailDeciders({ mails }, tx, { limit, token, reason, lastDay: toDay(expiresAt, zone) });
  return { kind, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() };
}

const toDay = (instant: Date, zone: string) =>
  formatDay(getDay(instant.getTime(), getZoneName(zone, instant.getTime())));

interface Asking {
  readonly limit: NamedLimit;
  readonly token: string;
  readonly reason: string;
  readonly lastDay: string;
}

/** The same link to each; the first who decides uses it up. */
async function mailDeciders(
  { mails }: Uses<'mails'>,
  tx: CompanyTransaction,
  { limit, ...facts }: Asking,
): Promise<void> {
  const holders = (await repository.listHolders(tx)).filter(({ roles, rights }) =>
    can({ capabilities: getCapabilities({ roles, isProvider: false, rights: rights ?? {} }) }, 'limits.manage'),
  );
  for (const { email, firstName, companyName } of holders.slice(0, maxDeciders)) {
    await mails.sendLimitRequest(tx, {
      email,
      firstName,
      companyName,
      companyId: tx.companyId,
      kind: limit.kind,
      name: limit.name,
      limit: limit.limit ?? 0,
      ...facts,
    });
  }
}
