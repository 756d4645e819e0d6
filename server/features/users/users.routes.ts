import { implement } from '@orpc/server';
import { usersContract } from '#contract/users.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { createUsers } from './invite-users.service.ts';
import { deactivateUser, reactivateUser, resetTwoFactor, sendInvitation } from './user-life.service.ts';
import { updateUser } from './user-update.service.ts';
import { getOfferedRoles } from './users.policy.ts';
import { createUser, getUser, deleteUsers, listUsers, type UsersDependencies } from './users.service.ts';

export function usersRoutes(dependencies: UsersDependencies) {
  const os = implement(usersContract).$context<RequestContext>();
  return os.router({
    listRoles: os.listRoles.handler(({ context }) => getOfferedRoles(getActor(context))),
    list: os.list.handler(({ context, input }) => listUsers(dependencies, getActor(context), input.query ?? {})),
    get: os.get.handler(({ context, input }) => getUser(dependencies, getActor(context), input.params.id)),
    create: os.create.handler(({ context, input }) =>
      createUser(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    createMany: os.createMany.handler(({ context, input }) =>
      createUsers(dependencies, toCallContext(context), input.body.users, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      updateUser(dependencies, toCallContext(context), input.params.id, input.body),
    ),
    delete: os.delete.handler(({ context, input }) => deleteUsers(dependencies, toCallContext(context), input.body)),
    sendInvitation: os.sendInvitation.handler(({ context, input }) =>
      sendInvitation(dependencies, toCallContext(context), input.params.id),
    ),
    deactivate: os.deactivate.handler(({ context, input }) =>
      deactivateUser(dependencies, toCallContext(context), input.params.id),
    ),
    reactivate: os.reactivate.handler(({ context, input }) =>
      reactivateUser(dependencies, toCallContext(context), input.params.id),
    ),
    resetTwoFactor: os.resetTwoFactor.handler(({ context, input }) =>
      resetTwoFactor(dependencies, toCallContext(context), input.params.id),
    ),
    getSapId: os.getSapId.handler(async ({ context }) => {
      const { userId } = getActor(context);
      const { sapId } = await getUser(dependencies, getActor(context), userId);
      return { sapId: sapId ?? null };
    }),
  });
}
