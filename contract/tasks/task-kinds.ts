/**
 * Work in the background that a person asks for, and that ends with a file which is kept for a while: an entry for each kind.
 * Its table, queue, states, expiry and withdrawal follow; what it writes stands in `server/app/adapters.ts`. Data alone, because
 * the browser reads it too.
 */
export const taskKinds = {
  rowFile: { keptDays: 7, queue: 'Prepared files' },
  companyExport: { keptDays: 7, queue: 'Exports of companies' },
} as const;

export type TaskKind = keyof typeof taskKinds;
export type TaskQueue = `tasks.${TaskKind}`;

export const taskKindNames = Object.keys(taskKinds) as TaskKind[];

/** The name of a kind's queue of jobs. */
export const toTaskQueue = (kind: TaskKind): TaskQueue => `tasks.${kind}`;

/** Something for the queue of each kind. */
export const ofTaskQueues = <Value>(make: (kind: TaskKind) => Value) =>
  Object.fromEntries(taskKindNames.map((kind) => [toTaskQueue(kind), make(kind)])) as Record<TaskQueue, Value>;
