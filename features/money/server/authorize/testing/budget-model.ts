import { reservationMinutes, type Decision } from '#features/money/contract/authorize.ts';

/** Money in ten-thousandths, instants in milliseconds; all in one month. */
export interface ModelSkill {
  readonly name: string;
  price: number;
}

interface ModelRun {
  readonly skill: ModelSkill;
  readonly price: number;
  expiresAt: number;
  state: 'held' | 'committed' | 'released' | 'denied';
  readonly answer: { readonly decision: Decision; readonly remaining: number | null };
}

const reservationMs = reservationMinutes * 60_000;

/** The rules of budgets as a simple model, with which the answers of the portal are compared. */
export function createBudgetModel() {
  const runs = new Map<string, ModelRun>();
  const skillLimits = new Map<ModelSkill, number>();
  let accountLimit: number | null = null;
  const sumUsed = (now: number, skill?: ModelSkill) =>
    [...runs.values()]
      .filter((run) => skill === undefined || run.skill === skill)
      .filter(({ state, expiresAt }) => state === 'committed' || (state === 'held' && expiresAt > now))
      .reduce((sum, { price }) => sum + price, 0);
  const listScopes = (now: number, skill: ModelSkill) => {
    const skillLimit = skillLimits.get(skill);
    return [
      ...(accountLimit === null ? [] : [{ limit: accountLimit, used: sumUsed(now) }]),
      ...(skillLimit === undefined ? [] : [{ limit: skillLimit, used: sumUsed(now, skill) }]),
    ];
  };
  const fits = (now: number, skill: ModelSkill, price: number) =>
    price === 0 || listScopes(now, skill).every(({ limit, used }) => used + price <= limit);
  return {
    runs,
    limitAccount: (limit: number | null) => (accountLimit = limit),
    limitSkill: (skill: ModelSkill, limit: number) => skillLimits.set(skill, limit),
    ask(id: string, skill: ModelSkill, now: number): ModelRun['answer'] | 'authorize.request-reused' {
      const known = runs.get(id);
      if (known && known.skill !== skill) return 'authorize.request-reused';
      const isOver = known?.state === 'released' || (known?.state === 'held' && known.expiresAt <= now);
      if (known && !isOver) return known.answer;
      const { price } = skill;
      const isAllowed = fits(now, skill, price);
      const after = listScopes(now, skill).map(({ limit, used }) => ({ limit, used: used + (isAllowed ? price : 0) }));
      const isNear = price > 0 && after.some(({ limit, used }) => used * 100 >= limit * 80);
      const remaining = after.length === 0 ? null : Math.min(...after.map(({ limit, used }) => limit - used));
      const decision = isAllowed ? (isNear ? 'warn' : 'allow') : 'deny';
      const answer = { decision, remaining } as const;
      runs.set(id, { skill, price, expiresAt: now + reservationMs, state: isAllowed ? 'held' : 'denied', answer });
      return answer;
    },
    commit(id: string, now: number): 200 | 409 {
      const run = runs.get(id);
      if (!run || run.state === 'denied') throw new Error('Nobody has this reservation.');
      if (run.state === 'released') return 409;
      if (run.state === 'held' && run.expiresAt <= now && !fits(now, run.skill, run.price)) return 409;
      run.state = 'committed';
      return 200;
    },
    release(id: string): 200 | 409 {
      const run = runs.get(id);
      if (!run || run.state === 'denied') throw new Error('Nobody has this reservation.');
      if (run.state === 'committed') return 409;
      run.state = 'released';
      return 200;
    },
  };
}
