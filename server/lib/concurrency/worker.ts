import { Problem } from '../request/problem.ts';

/** A task by module and name of its function. */
export interface WorkerCall {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** Problems are answered as values, because structured cloning turns them into plain errors. */
export type WorkerAnswer =
  | { readonly output: unknown }
  | { readonly problem: Pick<Problem, 'code' | 'fields'> & { readonly detail: string; readonly reason?: string } };

/** Runs one task in the thread of a `WorkerPool`. */
export async function runTask({ module, name, input }: WorkerCall): Promise<WorkerAnswer> {
  const tasks = (await import(module)) as Record<string, (input: unknown) => unknown>;
  try {
    return { output: await tasks[name]?.(input) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, fields, message: detail, reason } = error;
    return { problem: { code, fields, detail, ...(reason !== undefined && { reason }) } };
  }
}
