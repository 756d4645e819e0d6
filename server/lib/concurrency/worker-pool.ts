import { Piscina } from 'piscina';
import { traceStep } from '../tracing/spans.ts';
import { Problem } from '../request/problem.ts';
import type { WorkerAnswer, WorkerCall } from './worker.ts';

/** A function without side effects that may run in a worker thread, with values that structured cloning copies. */
export interface Task<Input, Output> {
  /** `import.meta.url` of the module that exports `run` under its own name. */
  readonly module: string;
  readonly run: (input: Input) => Output | Promise<Output>;
}

export interface WorkerPool {
  /**
   * Runs a task in a worker thread, so that no request holds the event loop; a small input runs at once in this thread.
   * @param size bytes or characters of the input; Infinity for a task that is dear whatever its input is
   * @throws what the task throws; Problem `request.too-complex` where it needs too much time or memory
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, size: number): Promise<Output>;
  close(): Promise<void>;
}

/** Takes a few milliseconds in any of the tasks, whatever the input is. */
const smallSize = 32 * 1024;
const defaultMaxRunMs = 20_000;
const maxHeapMb = 1024;

/** A pool of two threads, which start with the first large input and end when idle. */
export function createWorkerPool({ maxRunMs = defaultMaxRunMs } = {}): WorkerPool {
  const threads = new Piscina<WorkerCall, WorkerAnswer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  return {
    async run({ module, run }, input, size) {
      if (size <= smallSize) return run(input);
      const answer = await traceStep({ name: `worker ${run.name}` }, () =>
        threads.run({ module, name: run.name, input }, { signal: AbortSignal.timeout(maxRunMs) }),
      ).catch((cause: unknown) => {
        throw isOverLimit(cause) ? new Problem('request.too-complex', { cause }) : cause;
      });
      if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem);
      return answer.output as Awaited<ReturnType<typeof run>>;
    },
    close: () => threads.destroy(),
  };
}

function isOverLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
