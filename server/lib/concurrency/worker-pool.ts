import { Piscina } from 'piscina';
import { traceStep } from '../tracing/spans.ts';
import { Problem } from '../request/problem.ts';
import type { Activity } from './activity.ts';
import { createCompanyTurns, WaitedTooLong } from './company-turns.ts';
import { getThreadMs } from './processor-time.ts';
import { unpackLists } from './packed-lists.ts';
import { runInPieces } from './pieces.ts';
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
   * @throws the task's Problem, or an Error with the text of its error; Problem `request.too-complex` where it alone needs too much time or memory,
   * `service.overloaded` where it waited too long for its turn, got no thread, its thread ended, or the pool was closed
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: TaskOptions): Promise<Output>;
  close(): Promise<void>;
}

/** The turns of what no company asked for. */
export const noCompany = 'none';

/** Takes a few milliseconds in any of the tasks, whatever the input is. */
export const smallSize = 32 * 1024;
const defaultMaxRunMs = 20_000;
/** On a machine that is too busy to give a task its time. */
const defaultMaxLastMs = 60_000;
const maxHeapMb = 1024;
const retryAfterSeconds = 5;
const places = { places: 2, extraPlaces: 2, longMs: 250, heavyMs: 2000, halfLifeMs: 60_000 };
const turnLimits = { ...places, maxWaiting: 200, maxWaitMs: 20_000 };
const lookMs = 500;

/** The part of the last seconds in which others are served, from which on slow companies have one thread together. */
const busyShare = 0.05;

export interface PoolOptions {
  readonly maxRunMs?: number;
  readonly maxLastMs?: number;
  readonly activity?: Pick<Activity, 'getShareOfOthers'>;
}

/**
 * A pool of two threads, and of two more while tasks take long. They start with the first large input and end when idle.
 * @param maxRunMs the processor time that a task may take: another program that keeps the machine busy makes none too complex
 * @param maxLastMs how long it may last
 */
export function createWorkerPool(options: PoolOptions = {}): WorkerPool {
  const { maxRunMs = defaultMaxRunMs, maxLastMs = defaultMaxLastMs, activity } = options;
  const threads = new Piscina<WorkerCall, WorkerAnswer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: turnLimits.places + turnLimits.extraPlaces,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // Of a thread that no task runs in, such as one that could not start; without a listener it would end the process.
  threads.on('error', () => undefined);
  const spare = createSpareThreads(threads);
  let isClosed = false;
  const isBusyBeside = (isHeavy: (companyId: string) => boolean) =>
    activity !== undefined && activity.getShareOfOthers((each) => isHeavy(each)) > busyShare;
  const turns = createCompanyTurns({ ...turnLimits, isBusyBeside }, spare.start);
  const runTask = createTimeLimit({ maxRunMs, maxLastMs }, spare.run);
  return {
    async run({ module, run }, input, { companyId, size }) {
      if (size <= smallSize) return run(input);
      const answer = await traceStep({ name: `worker ${run.name}` }, () =>
        turns.run(companyId, async (countMs) => {
          // A destroyed pool starts again where it is asked to.
          if (isClosed) throw new WaitedTooLong('the pool is closed');
          const answered = await runTask({ module, name: run.name, input });
          countMs(answered.ms);
          return answered;
        }),
      ).catch((cause: unknown) => {
        throw toProblem(cause, isClosed);
      });
      if ('error' in answer) throw new Error(`${run.name}: ${answer.error}`);
      if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem);
      return (await runInPieces(unpackLists(answer.packed))) as Awaited<ReturnType<typeof run>>;
    },
    close: () => {
      isClosed = true;
      return threads.destroy();
    },
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

type Limits = Readonly<Record<'maxRunMs' | 'maxLastMs', number>>;
type RunCall = (call: WorkerCall, signal: AbortSignal) => Promise<WorkerAnswer>;

/**
 * Ends a task that took its time of the processor, or that has lasted for so long on a busy machine that its caller must not wait
 * for it.
 */
function createTimeLimit({ maxRunMs, maxLastMs }: Limits, runCall: RunCall) {
  let running = 0;
  return async (call: WorkerCall): Promise<WorkerAnswer> => {
    const over = new AbortController();
    const startedMs = performance.now();
    let [lookedMs, usedMs, restMs] = [startedMs, getOthersMs(), maxRunMs];
    running += 1;
    const look = () => {
      const [now, used] = [performance.now(), getOthersMs()];
      // It is not known which thread took how much, but none took more than has passed.
      restMs -= Math.min(now - lookedMs, (used - usedMs) / running);
      [lookedMs, usedMs] = [now, used];
      if (restMs <= 0 || now - startedMs >= maxLastMs) over.abort();
    };
    const looking = setInterval(look, Math.min(lookMs, maxRunMs, maxLastMs));
    try {
      return await runCall(call, over.signal);
    } catch (error) {
      if (over.signal.aborted && restMs > 0) throw new WaitedTooLong('the machine is too busy for the task');
      throw error;
    } finally {
      clearInterval(looking);
      running -= 1;
    }
  };
}

/** Milliseconds of processor time that all threads but this one took. */
function getOthersMs(): number {
  const all = process.cpuUsage();
  return (all.user + all.system) / 1000 - getThreadMs();
}

/**
 * A task that ends with the pool or its thread, or gets none, is not too complex: its sender shall send it again. Whatever
 * rejects is the pool's own, because a task answers its errors; but for values that cannot be sent to a thread.
 */
function toProblem(cause: unknown, isClosed: boolean): unknown {
  const { name, code = '' } = cause as { readonly name?: string; readonly code?: unknown };
  if (name === 'DataCloneError') return cause;
  const isTooComplex = name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isTooComplex && !isClosed) return new Problem('request.too-complex', { cause });
  return new Problem('service.overloaded', { retryAfterSeconds, cause });
}
