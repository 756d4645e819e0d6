import { Piscina } from 'piscina';
import { traceStep } from '../tracing/spans.ts';
import { Problem } from '../request/problem.ts';
import { createCompanyTurns, WaitedTooLong } from './company-turns.ts';
import { prepareName, type WorkerAnswer, type WorkerCall } from './worker.ts';

/** A function without side effects that may run in a worker thread, with values that structured cloning copies. */
export interface Task<Input, Output> {
  /** `import.meta.url` of the module that exports `run` under its own name. */
  readonly module: string;
  readonly run: (input: Input) => Output | Promise<Output>;
}

export interface TaskOptions {
  /** Whose turn it takes: companies get the threads by turns, so that the work of one never keeps another waiting for long. */
  readonly companyId: string;
  /** Bytes or characters of the input; Infinity for a task that is dear whatever its input is. */
  readonly size: number;
}

export interface WorkerPool {
  /**
   * Runs a task in a worker thread, so that no request holds the event loop; a small input runs at once in this thread.
   * @throws what the task throws; Problem `request.too-complex` where it alone needs too much time or memory,
   * `service.overloaded` where it waited too long for its turn
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: TaskOptions): Promise<Output>;
  close(): Promise<void>;
}

/** The turns of what no company asked for. */
export const noCompany = 'none';

/** Takes a few milliseconds in any of the tasks, whatever the input is. */
export const smallSize = 32 * 1024;
const defaultMaxRunMs = 20_000;
const maxHeapMb = 1024;
const retryAfterSeconds = 5;
const places = { places: 2, extraPlaces: 2, longMs: 250, heavyMs: 2000, halfLifeMs: 60_000 };
const turnLimits = { ...places, maxWaiting: 200, maxWaitMs: 20_000 };
const lookMs = 500;

/**
 * A pool of two threads, and of two more while tasks take long. They start with the first large input and end when idle.
 * @param maxRunMs how long a task may run alone; beside others each takes longer by what they take
 */
export function createWorkerPool({ maxRunMs = defaultMaxRunMs } = {}): WorkerPool {
  const threads = new Piscina<WorkerCall, WorkerAnswer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: turnLimits.places + turnLimits.extraPlaces,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const spare = createSpareThreads(threads);
  const turns = createCompanyTurns(turnLimits, spare.start);
  let running = 0;
  const runTask = async (call: WorkerCall) => {
    const over = new AbortController();
    let restMs = maxRunMs;
    running += 1;
    const looking = setInterval(
      () => {
        restMs -= lookMs / running;
        if (restMs <= 0) over.abort();
      },
      Math.min(lookMs, maxRunMs),
    );
    try {
      return await spare.run(call, over.signal);
    } finally {
      clearInterval(looking);
      running -= 1;
    }
  };
  return {
    async run({ module, run }, input, { companyId, size }) {
      if (size <= smallSize) return run(input);
      const answer = await traceStep({ name: `worker ${run.name}` }, () =>
        turns.run(companyId, async (countMs) => {
          const answered = await runTask({ module, name: run.name, input });
          countMs(answered.ms);
          return answered;
        }),
      ).catch((cause: unknown) => {
        throw toProblem(cause) ?? cause;
      });
      if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem);
      return answer.output as Awaited<ReturnType<typeof run>>;
    },
    close: () => threads.destroy(),
  };
}

/**
 * Starts a thread before it is needed, with the module that was used last before: the first task beside a long one would
 * wait for both.
 */
function createSpareThreads(threads: Piscina<WorkerCall, WorkerAnswer>) {
  const running = new Set<WorkerCall>();
  let lastEnded: WorkerCall | undefined;
  return {
    run: async (call: WorkerCall, signal: AbortSignal): Promise<WorkerAnswer> => {
      running.add(call);
      try {
        return await threads.run(call, { signal });
      } finally {
        running.delete(call);
        lastEnded = call;
      }
    },
    start: () => {
      if (threads.threads.length > running.size || threads.threads.length >= threads.options.maxThreads) return;
      const { module } = lastEnded ?? { module: import.meta.url };
      threads.run({ module, name: prepareName, input: undefined }).catch(() => undefined);
    },
  };
}

function toProblem(cause: unknown): Problem | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof WaitedTooLong) return new Problem('service.overloaded', { retryAfterSeconds, cause });
  const isOverLimit = cause.name === 'AbortError' || ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY');
  return isOverLimit ? new Problem('request.too-complex', { cause }) : undefined;
}
