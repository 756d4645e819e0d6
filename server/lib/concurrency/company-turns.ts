export interface TurnLimits {
  /** Tasks that run at a time. */
  readonly places: number;
  /** How many more may run while tasks that are long hold places. */
  readonly extraPlaces: number;
  /** Milliseconds after which a running task is long. */
  readonly longMs: number;
  /** Tasks of one company that may wait. */
  readonly maxWaiting: number;
  /** Milliseconds that a task may wait. */
  readonly maxWaitMs: number;
}

export interface CompanyTurns {
  /**
   * Starts `work` at the turn of its company.
   * @throws WaitedTooLong without having started it
   */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T>;
}

export class WaitedTooLong extends Error {}

interface Running {
  readonly companyId: string;
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

/**
 * Deals the places of a pool to companies by turns. While others wait a company starts one task at a time, and what has run for
 * long no longer counts: a company whose tasks take seconds keeps another one waiting for `longMs` at most, as long as there are
 * extra places.
 */
export function createCompanyTurns({ places, extraPlaces, longMs, ...waiting }: TurnLimits): CompanyTurns {
  const lines = createLines(waiting);
  const running = new Set<Running>();

  const hasPlace = (companyId: string): boolean => {
    const isFirst = [...running].every((each) => each.companyId !== companyId);
    if (!isFirst) return running.size < places && lines.isAlone(companyId);
    const busy = new Set([...running].filter(({ isLong }) => !isLong).map((each) => each.companyId));
    return busy.size < places && running.size < places + extraPlaces;
  };
  const tryClaim = (companyId: string): Running | undefined => {
    if (!hasPlace(companyId)) return undefined;
    const place = { companyId, isLong: false };
    running.add(place);
    return place;
  };
  const startNext = () => {
    while (lines.startFirst(tryClaim));
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
      }, longMs);
      try {
        return await work();
      } finally {
        clearTimeout(becomesLong);
        running.delete(place);
        startNext();
      }
    },
  };
}
