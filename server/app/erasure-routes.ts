import { erasuresRoutes } from '../features/intake/erasure/erasures.routes.ts';
import type { PersonDependencies } from '../features/intake/erasure/persons.service.ts';
import { retentionRoutes } from '../features/intake/retention/retention.routes.ts';
import { deleteUsers } from '../features/users/users.service.ts';
import type { UsersDependencies } from '../features/users/users.service.ts';
import { jobQueueStates } from '../outside/jobs/job-states.repository.ts';

type Dependencies = UsersDependencies & Omit<PersonDependencies, 'queues' | 'deleteUser'>;

/** An erased person can have an account, which the feature of users deletes. */
export const createErasureRoutes = (dependencies: Dependencies) => ({
  erasures: erasuresRoutes({
    ...dependencies,
    queues: jobQueueStates,
    deleteUser: (context, id) => deleteUsers(dependencies, context, [id]),
  }),
  retention: retentionRoutes(dependencies),
});
