import { currentUserQuery } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const rightsQuery = queries.rights.get.queryOptions({ gcTime: 0 });

/** Loads the current user anew, because menus and pages follow from the rights. */
export const useUpdateRights = () =>
  useCall(queries.rights.update, { answers: rightsQuery, changes: [currentUserQuery], afterFailure: [] });
