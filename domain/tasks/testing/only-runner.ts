import { taskKindNames, type TaskKind } from '#contract/tasks/task-kinds.ts';
import type { TaskRunners } from '../run-task.service.ts';

/** The runner of one kind, for a test in which no task of another kind runs. */
export function onlyRunner<Kind extends TaskKind>(kind: Kind, run: TaskRunners[Kind]): TaskRunners {
  const others = taskKindNames.map((name) => [name, () => Promise.reject(new Error(`no ${name} runs here`))]);
  return { ...Object.fromEntries(others), [kind]: run } as TaskRunners;
}
