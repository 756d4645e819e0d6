import { inspect } from 'node:util';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { Problem } from '../request/problem.ts';
import { listBuffers, packLists, type Packed } from './packed-lists.ts';
import { getThreadMs } from './processor-time.ts';
import { openThreadMemory } from './thread-memory.ts';

/** A task by module and name of its function. */
export interface WorkerCall {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Problems and errors of a task are answered as values: structured cloning turns problems into plain errors, and every rejection
 * is the thread's own then. `ms`: of the processor.
 */
export type WorkerAnswer = (
  | { readonly packed: Packed }
  | { readonly problem: Pick<Problem, 'code' | 'fields'> & { readonly detail: string; readonly reason?: string } }
  | { readonly error: string }
) & { readonly ms: number };

/** The name of a call that loads the module and does nothing. */
export const prepareName = '';

const collectGarbage = openThreadMemory();

/** Runs one task in the thread of a `WorkerPool`. */
export async function runTask({ module, name, input }: WorkerCall): Promise<WorkerAnswer> {
  const tasks = (await import(module)) as Record<string, (input: unknown) => unknown>;
  // Without the time of loading, which no company is to blame for.
  const startMs = getThreadMs();
  const getMs = () => getThreadMs() - startMs;
  if (name === prepareName) return { packed: packLists(undefined), ms: 0 };
  try {
    const packed = packLists(await tasks[name]?.(input));
    return handOver({ packed, ms: getMs() }, listBuffers(packed));
  } catch (error) {
    if (!(error instanceof Problem)) return { error: inspect(error), ms: getMs() };
    const { code, fields, message: detail, reason } = error;
    return { problem: { code, fields, detail, ...(reason !== undefined && { reason }) }, ms: getMs() };
  } finally {
    collectGarbage();
  }
}

/** Answers without a copy of the buffers in it. */
const handOver = (answer: WorkerAnswer, buffers: readonly ArrayBuffer[]): WorkerAnswer =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: answer }) as unknown as WorkerAnswer;
