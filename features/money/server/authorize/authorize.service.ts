import type { Uses } from '#server/portal/portal.ts';
import { reservationMinutes, type Authorization, type AuthorizeForm } from '#features/money/contract/authorize.ts';
import { limitKinds } from '#features/money/contract/limits/limit-kinds.ts';
import { formatEuros, toEuros } from '#features/money/contract/money.ts';
import { formatDay, formatMonth } from '#contract/calendar/formats.ts';
import { toFixedZone } from '#contract/calendar/zone-offsets.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import type { SkillState } from '#features/skills/contract/skill-states.ts';
import { recordAsking } from '#server/access/intake-key-uses.ts';
import type { CompanyBatcher } from '#server/database/company-batcher.ts';
import { resolveReportedSkills } from '#domain/ledger/reported-skills.ts';
import { resolveReportedUsers } from '#domain/ledger/reported-users.ts';
import type { IntakeCaller, KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import type { createRecentKeys } from '#server/lib/concurrency/recent-keys.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { isInForce } from '#server/lib/request/suspension.ts';
import {
  toKeyedUser,
  toRecordId,
  toReportedSkill,
  type KeyedUser,
  type ReportedSkill,
} from '#server/lib/reported-names.ts';
import type { Clock } from '#server/outside/clock.ts';
import { reserveBudget, type Decided, type ReachedLimit, type ReservationTimes } from './reservations.repository.ts';
import { listMappedSkills, type MappedSkill } from './skill-states.repository.ts';

/** A call that waits for its company's next transaction. */
export interface ReservationRequest {
  readonly id: string;
  readonly externalId: string;
  readonly skill: ReportedSkill;
  readonly user: KeyedUser | undefined;
  /** The key that asks. */
  readonly keyId: string;
  /** The key whose asking is recorded with the decision. */
  readonly askedKey?: string | undefined;
}

export interface ReservationResult {
  /** Missing where the skill is not active, which denies the run without a reservation. */
  readonly decided?: Decided;
  /** Differs from the decided skill where the id was used for another skill before. */
  readonly requestedSkill: number;
  /** The skill of the company; missing for a name that is mapped to none. */
  readonly mapped?: MappedSkill | undefined;
}

const minuteMs = 60_000;
const retryAfterSeconds = 1;

export interface Deciding {
  readonly batcher: CompanyBatcher<ReservationRequest, ReservationResult>;
  /** Keys whose asking was recorded within the hour. */
  readonly askedKeys: ReturnType<typeof createRecentKeys>;
}

export function toReservationTimes(clock: Clock): ReservationTimes {
  const now = clock.now();
  return { now, expiresAt: new Date(now.getTime() + reservationMinutes * minuteMs) };
}

/**
 * Decides whether a skill may run, and reserves its price where it may; durable when this returns. The denial of a
 * suspended company, and that of a skill which is not active, are not stored, so that the same request is decided anew
 * after the reactivation.
 * @throws Problem `authorize.request-reused`, `authorize.busy`; DatabaseUnavailable
 */
export async function authorize(
  { batcher, askedKeys, clock }: Uses<'clock'> & Deciding,
  caller: KnownIntakeCaller,
  { skill: name, user, requestId }: AuthorizeForm,
): Promise<Authorization> {
  const skill = toReportedSkill(name);
  if (!skill) throw new Problem('request.invalid', { fields: [{ path: 'skill', message: 'Unknown skill.' }] });
  const { suspension } = caller;
  if (isInForce(suspension, clock.now())) {
    const message = `“${skill.name}” cannot run now, because your company is suspended. Reason: ${suspension.reason}`;
    return { decision: 'deny', reservation: null, remaining: null, message };
  }
  const askedKey = askedKeys.claim(caller.keyId, clock.now()) ? caller.keyId : undefined;
  const request = {
    id: toRecordId(requestId),
    externalId: requestId,
    skill,
    user: user && toKeyedUser(user),
    keyId: caller.keyId,
    askedKey,
  };
  const { decided, requestedSkill, mapped } = await decide({ batcher, askedKeys }, caller, request);
  if (!decided) {
    const message = `“${skill.name}” cannot run now. ${describeState(mapped?.state)}`;
    return { decision: 'deny', reservation: null, remaining: null, message };
  }
  if (decided.skillNumber !== requestedSkill) throw new Problem('authorize.request-reused');
  return {
    decision: decided.decision,
    reservation: decided.decision === 'deny' ? null : decided.reservation,
    remaining: decided.remaining === null ? null : toEuros(decided.remaining),
    message: describeDecision(decided),
    ...(decided.limit && { limit: toNamedLimit(decided, decided.limit) }),
    ...(decided.decision !== 'deny' && mapped?.integrationId && { integration: mapped.integrationId }),
  };
}

async function decide(
  { batcher, askedKeys }: Deciding,
  caller: KnownIntakeCaller,
  request: ReservationRequest,
): Promise<ReservationResult> {
  try {
    const result = batcher.add(caller, request);
    if (!result) throw new Problem('authorize.busy', { retryAfterSeconds });
    return await result;
  } catch (error) {
    if (request.askedKey !== undefined) askedKeys.forget(request.askedKey);
    throw error;
  }
}

/** Why a skill that is not active can not run, and what to do. */
function describeState(state: SkillState | undefined): string {
  if (state === 'requested') return 'It is waiting for approval. A SuperAdmin can see the request under Skills.';
  if (state === 'approved') return 'It is approved but not active yet. Ask a SuperAdmin to activate it under Skills.';
  if (state === 'inactive') return 'It has been deactivated. Ask a SuperAdmin to activate it under Skills.';
  return 'It is not active for your company. Ask a SuperAdmin to activate it under Skills.';
}

const toNamedLimit = ({ skillName }: Decided, { kind, name }: ReachedLimit) => ({
  kind,
  name: kind === 'skill' ? skillName : name,
});

/** The message that the assistant shows its user: which skill, which limit, and what to do. */
function describeDecision({ decision, skillName, day, price, limit }: Decided): string {
  const skill = `“${skillName}”`;
  if (decision === 'allow' || !limit) return `${skill} may run.`;
  const [month = ''] = formatMonth(day).split(' ');
  const { whose, more } = limitKinds[limit.kind];
  const words = `${whose} ${month} limit (${formatEuros(limit.limit)})`;
  if (decision === 'warn') {
    if (limit.used > limit.limit) {
      return `${skill} may run. ${words} is exceeded: ${formatEuros(limit.used)} has been used. ${more}.`;
    }
    const percent = Math.floor((limit.used * 100) / limit.limit);
    return `${skill} may run. ${words} is ${percent}% used. ${more}.`;
  }
  const left = Math.max(0, limit.limit - limit.used);
  const next = formatDay(addMonths(day, 1)).replace(/ \d+$/, '');
  return `${skill} cannot run now. ${words} has ${formatEuros(left)} left; this request costs ${formatEuros(price)}. ${more}, or wait until ${next}.`;
}

/** Decides the requests of several calls of one company, in their order, in one transaction. */
export async function reserveBudgets(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, timeZone }: IntakeCaller,
  requests: readonly ReservationRequest[],
): Promise<ReservationResult[]> {
  const now = clock.now();
  const skills = requests.map(({ skill }) => skill);
  const users = requests.flatMap(({ user }) => user ?? []);
  const askedKeys = new Set(requests.flatMap(({ askedKey }) => askedKey ?? []));
  return database.withLedger(companyId, async (tx) => {
    const [skillNumbers, findUser] = await Promise.all([
      resolveReportedSkills(tx, skills, now),
      resolveReportedUsers(tx, users, now),
      askedKeys.size > 0 && recordAsking(tx, { ids: [...askedKeys], now }),
    ]);
    const resolved = requests.map(({ id, externalId, skill, user, keyId }) => ({
      id,
      externalId,
      skillNumber: skillNumbers.get(skill.key) ?? 0,
      userNumber: (user && findUser(user)?.number) ?? 0,
      intakeKeyId: keyId,
    }));
    const mapped = await listMappedSkills(
      tx,
      resolved.map(({ skillNumber }) => skillNumber),
    );
    const isRunnable = ({ skillNumber }: { skillNumber: number }) =>
      (mapped.get(skillNumber)?.state ?? 'active') === 'active';
    const runnable = resolved.filter(isRunnable);
    // A time from before the lock could be older than that of a decision which held the lock meanwhile.
    const times = toReservationTimes(clock);
    const decisions = await reserveBudget(tx, runnable, {
      ...times,
      timeZone: toFixedZone(times.now.getTime(), timeZone),
    });
    const byRequest = new Map(runnable.map((request, index) => [request, decisions[index]]));
    return resolved.map((request) => {
      const decided = byRequest.get(request);
      const { skillNumber: requestedSkill } = request;
      return { requestedSkill, mapped: mapped.get(requestedSkill), ...(decided && { decided }) };
    });
  });
}
