import { Piscina } from 'piscina';
import { traceStep } from '../tracing/spans.ts';
import { Problem } from '../request/problem.ts';
import { createCompanyTurns, WaitedTooLong } from './company-turns.ts';
import type { WorkerAnswer, WorkerCall } from './worker.ts';

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
   * @throws what the task throws; Problem `request.too-complex` where it needs too much time or memory from its start on,
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
const turnLimits = { places: 2, extraPlaces: 2, longMs: 250, maxWaiting: 200, maxWaitMs: 20_000 };

/**
 * A pool of two threads, and of two more while tasks take long. They start with the first large input and end when idle.
 * @param maxRunMs how long a task may run
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
  const turns = createCompanyTurns(turnLimits);
  const runTask = (call: WorkerCall) => threads.run(call, { signal: AbortSignal.timeout(maxRunMs) });
  return {
    async run({ module, run }, input, { companyId, size }) {
      if (size <= smallSize) return run(input);
      const answer = await traceStep({ name: `worker ${run.name}` }, () =>
        turns.run(companyId, () => runTask({ module, name: run.name, input })),
      ).catch((cause: unknown) => {
        throw toProblem(cause) ?? cause;
      });
      if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem);
      return answer.output as Awaited<ReturnType<typeof run>>;
    },
    close: () => threads.destroy(),
  };
}

function toProblem(cause: unknown): Problem | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof WaitedTooLong) return new Problem('service.overloaded', { retryAfterSeconds, cause });
  const isOverLimit = cause.name === 'AbortError' || ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY');
  return isOverLimit ? new Problem('request.too-complex', { cause }) : undefined;
}
