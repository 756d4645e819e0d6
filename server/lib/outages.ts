import { Problem } from './request/problem.ts';

/** A part of the installation that does not answer. Many calls and jobs fail by it at a time, so that they are counted. */
export interface Outage {
  readonly part: 'database' | 'files' | 'mail' | 'issuer';
  /** Text of the code, with nothing of a request: what does not answer, and what to do. */
  readonly text: string;
  /** Whether the operator has to end it. */
  readonly needsOperator: boolean;
}

/** A call of a sign-in service is a problem, because its user reads of it. */
const issuerOutage: Outage = {
  part: 'issuer',
  text: 'the sign-in service of a company does not answer; its sign-ins end in 503 until it does',
  needsOperator: false,
};

const maxDepth = 5;

function* listCauses(error: unknown): Generator<Error> {
  for (let depth = 0, current = error; depth < maxDepth && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

/** The outage by which something failed: the `outage` of the error or of one of its causes. */
export function findOutage(error: unknown): Outage | undefined {
  for (const current of listCauses(error)) {
    if (current instanceof Problem && current.code === 'session.issuer-unreachable') return issuerOutage;
    const { outage } = current as { readonly outage?: Outage | undefined };
    if (outage) return outage;
  }
  return undefined;
}

/** The code of the error or of its first cause that has one, such as `ECONNREFUSED`. */
function findCode(error: unknown): string | undefined {
  for (const current of listCauses(error)) {
    const { code } = current as { readonly code?: unknown };
    if (typeof code === 'string' && !(current instanceof Problem)) return code;
  }
  return undefined;
}

/** A line about an outage: how often something failed by it, in a minute or, without `seconds`, for the first time. */
export interface OutageLine {
  readonly outage: Outage['part'];
  readonly count: number;
  readonly seconds?: number;
  readonly code?: string;
}

const minuteSeconds = 60;

/**
 * Says the first failure of an outage immediately and those that follow once a minute and at the end of the process, by their
 * number. A minute without one ends it.
 */
export function createOutages(write: (outage: Outage, line: OutageLine) => void) {
  const present = new Map<string, { readonly outage: Outage; count: number; code: string | undefined }>();
  let timer: NodeJS.Timeout | undefined;
  let beganMs = 0;

  const toLine = (outage: Outage, { count, code }: { count: number; code: string | undefined }) => ({
    outage: outage.part,
    count,
    ...(code !== undefined && { code }),
  });
  /** Says what has been counted since the last time; an outage of which nothing was is over. */
  const sayCounts = () => {
    const seconds = Math.round((Date.now() - beganMs) / 1000);
    for (const [text, known] of present) {
      if (known.count === 0) present.delete(text);
      else write(known.outage, { ...toLine(known.outage, known), seconds });
      known.count = 0;
    }
    beganMs = Date.now();
  };
  const endMinute = () => {
    sayCounts();
    if (present.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    process.off('exit', sayCounts);
  };
  const watch = () => {
    beganMs = Date.now();
    // Before the output of the log, which writes what it has at the exit too.
    process.prependListener('exit', sayCounts);
    return setInterval(endMinute, minuteSeconds * 1000).unref();
  };
  return {
    note(outage: Outage, error: unknown): void {
      const [known, code] = [present.get(outage.text), findCode(error)];
      if (known) {
        known.count += 1;
        known.code = code;
        return;
      }
      present.set(outage.text, { outage, count: 0, code });
      write(outage, toLine(outage, { count: 1, code }));
      timer ??= watch();
    },
  };
}
