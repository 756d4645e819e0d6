export interface TurnLimits {
  /** Tasks that run at a time. */
  readonly places: number;
  /** How many more may run while tasks that are long hold places. */
  readonly extraPlaces: number;
  /** Milliseconds after which a running task is long. */
  readonly longMs: number;
  /** Milliseconds beyond `longMs` of tasks after which a company is heavy; they count half after each `halfLifeMs`. */
  readonly heavyMs: number;
  readonly halfLifeMs: number;
  /** Whether companies that are not heavy ask for much, so that the heavy ones have one place together. */
  readonly isBusyBeside?: (isHeavy: (companyId: string) => boolean) => boolean;
  /** Tasks of one company that may wait. */
  readonly maxWaiting: number;
  /** Milliseconds that a task may wait. */
  readonly maxWaitMs: number;
}

export interface CompanyTurns {
  /**
   * Starts `work` at the turn of its company. It may count the milliseconds of processor time that it took, because a task of
   * a company that asks for little lasts long too on a busy machine.
   * @throws WaitedTooLong without having started it
   */
  run<T>(companyId: string, work: (countMs: (ms: number) => void) => Promise<T>): Promise<T>;
}

export class WaitedTooLong extends Error {}

interface Running {
  readonly companyId: string;
  readonly startedAt: number;
  isLong: boolean;
}

/** Takes the place of the task. */
type Start = (place: Running) => void;

/** The tasks that wait, by their company; the companies in the order of their turns. */
function createLines({ maxWaiting, maxWaitMs }: Pick<TurnLimits, 'maxWaiting' | 'maxWaitMs'>) {
  // A map keeps the order of its keys.
  const lines = new Map<string, Set<Start>>();
  const add = (companyId: string, resolve: Start, reject: (error: Error) => void) => {
    const line = lines.get(companyId) ?? new Set<Start>();
    if (line.size >= maxWaiting) throw new WaitedTooLong('too many tasks of the company wait');
    const overdue = setTimeout(() => {
      line.delete(start);
      if (line.size === 0) lines.delete(companyId);
      reject(new WaitedTooLong('the task waited too long'));
    }, maxWaitMs);
    const start = (place: Running) => {
      clearTimeout(overdue);
      resolve(place);
    };
    lines.set(companyId, line.add(start));
  };
  return {
    add,
    isAlone: (companyId: string) => [...lines.keys()].every((each) => each === companyId),
    /** Starts the next task of the first company that gets a place. @returns whether one does */
    startFirst: (tryClaim: (companyId: string) => Running | undefined): boolean => {
      for (const [companyId, line] of lines) {
        const place = tryClaim(companyId);
        if (!place) continue;
        const [start] = line;
        // Behind the other companies.
        lines.delete(companyId);
        if (start && line.delete(start) && line.size > 0) lines.set(companyId, line);
        start?.(place);
        return true;
      }
      return false;
    },
  };
}

/** Sums the time that each company took in long tasks, in milliseconds; halves every `halfLifeMs`. */
function createUses(halfLifeMs: number) {
  const uses = new Map<string, { readonly ms: number; readonly at: number }>();
  const forgottenMs = 20 * halfLifeMs;
  const find = (companyId: string): number => {
    const use = uses.get(companyId);
    return use ? use.ms * 0.5 ** ((performance.now() - use.at) / halfLifeMs) : 0;
  };
  return {
    find,
    isAlone: (companyId: string) => [...uses.keys()].every((each) => each === companyId),
    add: (companyId: string, ms: number) => {
      uses.set(companyId, { ms: find(companyId) + ms, at: performance.now() });
      for (const [each, { at }] of uses) if (performance.now() - at > forgottenMs) uses.delete(each);
    },
  };
}

/** The places, and which company may have the next one. */
function createPlaces(
  { places, extraPlaces, longMs, heavyMs, halfLifeMs, isBusyBeside = () => false }: TurnLimits,
  isNoneWaiting: (exceptCompanyId: string) => boolean,
) {
  const running = new Set<Running>();
  const uses = createUses(halfLifeMs);

  const getLongMs = ({ startedAt }: Running, ms = performance.now() - startedAt) => Math.max(0, ms - longMs);
  const list = (companyId: string) => [...running].filter((each) => each.companyId === companyId);
  const isHeavy = (companyId: string): boolean => {
    const present = list(companyId).reduce((sum, place) => sum + getLongMs(place), 0);
    return uses.find(companyId) + present >= heavyMs;
  };
  const isFree = (companyId: string): boolean => {
    const heavy = [...running].filter((each) => isHeavy(each.companyId));
    if (heavy.length > 0 && isHeavy(companyId) && heavy.length >= (isBusyBeside(isHeavy) ? 1 : places)) return false;
    if (list(companyId).length > 0) {
      const isAlone = isNoneWaiting(companyId) && (uses.isAlone(companyId) || !isHeavy(companyId));
      return isAlone && running.size < places;
    }
    const busy = new Set([...running].filter(({ isLong }) => !isLong).map((each) => each.companyId));
    return busy.size < places && running.size < places + extraPlaces;
  };
  return {
    tryClaim: (companyId: string): Running | undefined => {
      if (!isFree(companyId)) return undefined;
      const place = { companyId, startedAt: performance.now(), isLong: false };
      running.add(place);
      return place;
    },
    giveBack: (place: Running, usedMs: number | undefined) => {
      running.delete(place);
      uses.add(place.companyId, getLongMs(place, usedMs));
    },
  };
}

/**
 * Deals the places of a pool to companies by turns. While others wait a company starts one task at a time, and what has run for
 * long no longer counts: a company whose tasks take seconds keeps another one waiting for `longMs` at most, as long as there are
 * extra places. Heavy companies have `places` together, however many they are, or one while others ask for much, and each of them
 * one where others came lately.
 * @param onLong called when a task has become long
 */
export function createCompanyTurns(limits: TurnLimits, onLong: () => void = () => undefined): CompanyTurns {
  const lines = createLines(limits);
  const places = createPlaces(limits, lines.isAlone);
  const startNext = () => {
    while (lines.startFirst(places.tryClaim));
  };

  return {
    async run(companyId, work) {
      const place = await new Promise<Running>((resolve, reject) => {
        lines.add(companyId, resolve, reject);
        startNext();
      });
      const becomesLong = setTimeout(() => {
        place.isLong = true;
        startNext();
        onLong();
      }, limits.longMs);
      let usedMs: number | undefined;
      try {
        return await work((ms) => (usedMs = ms));
      } finally {
        clearTimeout(becomesLong);
        places.giveBack(place, usedMs);
        startNext();
      }
    },
  };
}
