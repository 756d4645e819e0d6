import { holdMinutes } from '#contract/intake/authorize.ts';
import type { Authorization, AuthorizeForm } from '#contract/intake/authorize.ts';
import { toEuros } from '#contract/billing/money.ts';
import type { CompanyBatcher } from '../../database/company-batcher.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import { lockCompany } from '../../ledger/lock-company-ledger.ts';
import { matchUsers } from '../../ledger/resolve-reported-users.ts';
import { findSkillNumbers } from '../../ledger/reported-skills.ts';
import type { Database } from '../../database/open-database.ts';
import type { IntakeCaller } from '../../lib/request/intake-caller.ts';
import { Problem } from '../../lib/request/problem.ts';
import { toKeyedUser, toRecordId, toReportedSkill } from '../../lib/reported-names.ts';
import type { KeyedUser, ReportedSkill } from '../../lib/reported-names.ts';
import type { Clock } from '../../outside/clock.ts';
import { describeDecision } from './describe-decision.ts';
import { takeHolds } from './reservations.repository.ts';
import type { Decided } from './holds.ts';

export interface AuthorizeDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** A question as it waits for its company's turn. */
export interface Question {
  readonly id: string;
  readonly externalId: string;
  readonly skill: ReportedSkill;
  readonly user: KeyedUser | undefined;
}

/** What was decided of a question, and for which skill it was asked now. */
export interface Answered {
  readonly decided: Decided;
  readonly askedSkill: number;
}

const minuteMs = 60_000;
const retryAfterSeconds = 1;

/** A moment of deciding, and until when what is held then counts. */
export function toMoment(clock: Clock) {
  const now = clock.now();
  return { now, expiresAt: new Date(now.getTime() + holdMinutes * minuteMs) };
}

/**
 * Whether a run may take place. Where it may, its price is held; durable when this answers.
 * @throws Problem `authorize.request-reused`, `authorize.busy`; DatabaseUnavailable
 */
export async function authorize(
  queue: CompanyBatcher<Question, Answered>,
  caller: IntakeCaller,
  { skill: name, user, requestId }: AuthorizeForm,
): Promise<Authorization> {
  const skill = toReportedSkill(name);
  if (!skill) throw new Problem('request.invalid', { fields: [{ path: 'skill', message: 'This names no skill.' }] });
  const question = { id: toRecordId(requestId), externalId: requestId, skill, user: user && toKeyedUser(user) };
  const answer = queue.add(caller, question);
  if (!answer) throw new Problem('authorize.busy', { retryAfterSeconds });
  const { decided, askedSkill } = await answer;
  if (decided.skill !== askedSkill) throw new Problem('authorize.request-reused');
  return {
    decision: decided.decision,
    reservation: decided.decision === 'deny' ? null : decided.reservation,
    remaining: decided.remaining === null ? null : toEuros(decided.remaining),
    message: describeDecision(decided),
  };
}

/** Decides what several callers of one company ask, one after the other, in one transaction. */
export function answerQuestions(
  { database, clock }: AuthorizeDependencies,
  caller: IntakeCaller,
  questions: readonly Question[],
): Promise<Answered[]> {
  const { companyId } = caller;
  return database.withCompany(companyId, async (tx) => {
    const executor = toExecutor(tx);
    const [, skills, findUser] = await Promise.all([
      lockCompany(executor, companyId),
      findSkillNumbers(
        executor,
        companyId,
        questions.map(({ skill }) => skill),
      ),
      matchUsers(
        executor,
        companyId,
        questions.flatMap(({ user }) => user ?? []),
      ),
    ]);
    const runs = questions.map(({ id, externalId, skill, user }) => ({
      id,
      externalId,
      skill: skills.get(skill.key) ?? 0,
      user: (user && findUser(user)?.number) ?? 0,
    }));
    const decided = await takeHolds(executor, caller, toMoment(clock), runs);
    return decided.map((each, place) => ({ decided: each, askedSkill: runs[place]?.skill ?? 0 }));
  });
}
