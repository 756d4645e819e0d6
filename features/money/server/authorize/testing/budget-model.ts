import { reservationMinutes, type Decision } from '#features/money/contract/authorize.ts';

/** Money in ten-thousandths, instants in milliseconds; all in one month. */
export interface ModelSkill {
  readonly name: string;
  price: number;
}

/** Who asks for a run. */
export interface ModelOwner {
  readonly person: string;
  /** The present one, because a person who moves takes the month along; null for a person without one. */
  readonly getDepartment: () => string | null;
  readonly key: string;
}

/** A limit of all runs, of those of a skill, or of those of an owner. */
interface ModelLimit {
  readonly limit: number;
  readonly isStopping: boolean;
  readonly covers: (run: Pick<ModelRun, 'skill' | 'owner'>) => boolean;
}

interface ModelRun {
  readonly skill: ModelSkill;
  readonly owner: ModelOwner;
  readonly price: number;
  expiresAt: number;
  state: 'held' | 'committed' | 'released' | 'denied';
  readonly answer: { readonly decision: Decision; readonly remaining: number | null };
}

const noAnswer = { decision: 'allow', remaining: null } as const;

const reservationMs = reservationMinutes * 60_000;

/** The rules of budgets as a simple model, with which the answers of the portal are compared. */
export function createBudgetModel() {
  const runs = new Map<string, ModelRun>();
  const limits = new Map<string, ModelLimit>();
  /** Cost as on an invoice: of each skill the price times its runs, rounded once to the cent. */
  const sumUsed = (now: number, { covers }: ModelLimit, added?: ModelRun) => {
    const counted = [...runs.values()]
      .filter((run) => run !== added && covers(run))
      .filter(({ state, expiresAt }) => state === 'committed' || (state === 'held' && expiresAt > now));
    const bySkill = Map.groupBy([...counted, ...(added && covers(added) ? [added] : [])], ({ skill }) => skill);
    return [...bySkill.values()].reduce(
      (sum, [{ price } = { price: 0 }, ...others]) => sum + Math.floor(((others.length + 1) * price) / 100 + 0.5) * 100,
      0,
    );
  };
  const listApplied = (run: ModelRun) => [...limits.values()].filter(({ covers }) => covers(run));
  const fits = (now: number, run: ModelRun) =>
    listApplied(run).every((each) => {
      const [before, after] = [sumUsed(now, each), sumUsed(now, each, run)];
      return !each.isStopping || after === before || after <= each.limit;
    });
  return {
    runs,
    /** `name` says which limit; null takes it away. */
    limit: (name: string, limit: ModelLimit | null) => (limit === null ? limits.delete(name) : limits.set(name, limit)),
    hasLimit: (name: string) => limits.has(name),
    ask(
      id: string,
      { skill, owner }: Pick<ModelRun, 'skill' | 'owner'>,
      now: number,
    ): ModelRun['answer'] | 'authorize.request-reused' {
      const known = runs.get(id);
      if (known && known.skill !== skill) return 'authorize.request-reused';
      const isOver = known?.state === 'released' || (known?.state === 'held' && known.expiresAt <= now);
      if (known && !isOver) return known.answer;
      const { price } = skill;
      const asked: ModelRun = { skill, owner, price, expiresAt: now + reservationMs, state: 'held', answer: noAnswer };
      runs.delete(id);
      const isAllowed = fits(now, asked);
      const after = listApplied(asked).map((each) => ({
        limit: each.limit,
        used: sumUsed(now, each, isAllowed ? asked : undefined),
      }));
      const isNear = price > 0 && after.some(({ limit, used }) => used * 100 >= limit * 80);
      const remaining = after.length === 0 ? null : Math.min(...after.map(({ limit, used }) => limit - used));
      const decision = isAllowed ? (isNear ? 'warn' : 'allow') : 'deny';
      const answer = { decision, remaining } as const;
      runs.set(id, { ...asked, state: isAllowed ? 'held' : 'denied', answer });
      return answer;
    },
    commit(id: string, now: number): 200 | 409 {
      const run = runs.get(id);
      if (!run || run.state === 'denied') throw new Error('Nobody has this reservation.');
      if (run.state === 'released') return 409;
      if (run.state === 'held' && run.expiresAt <= now && !fits(now, run)) return 409;
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
