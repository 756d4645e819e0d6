/**
 * Work in the background that a person asks for, and that ends with a file which is kept for a while: an entry for each kind.
 * Its table, queue, states, expiry and withdrawal follow; what it writes stands in `server/app/start-workers.ts`. Data alone, because
 * the browser reads it too.
 */
export const taskKinds = {
  rowFile: { keptDays: 7, queue: 'Prepared files', holdsAll: false },
  companyExport: { keptDays: 7, queue: 'Exports of companies', holdsAll: true },
} as const;

/** Attempts to make a file, each after the one before was killed or failed. */
export const taskAttempts = 3;

/** Why there is no file: its owner lost a right, more rows or bytes than it may have, a full disk of the portal, or an error. */
export const taskFailures = ['right', 'too-large', 'disk', 'error'] as const;
export type TaskFailure = (typeof taskFailures)[number];

export type TaskKind = keyof typeof taskKinds;
export type TaskQueue = `tasks.${TaskKind}`;

export const taskKindNames = Object.keys(taskKinds) as TaskKind[];

/** The kinds whose files hold all data of the company, so that whatever is deleted withdraws them. */
export const wholeTaskKinds = taskKindNames.filter((kind) => taskKinds[kind].holdsAll);

/** The name of a kind's queue of jobs. */
export const toTaskQueue = (kind: TaskKind): TaskQueue => `tasks.${kind}`;

/** Something for the queue of each kind. */
export const ofTaskQueues = <Value>(make: (kind: TaskKind) => Value) =>
  Object.fromEntries(taskKindNames.map((kind) => [toTaskQueue(kind), make(kind)])) as Record<TaskQueue, Value>;
