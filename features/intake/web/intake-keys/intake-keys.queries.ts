import { queries } from '#web/api/queries.ts';
import { isUnknownRecord, listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

export const intakeKeysQuery = queries.intakeKeys.list.queryOptions(listQueryOptions);

const changes = [intakeKeysQuery];

export const useCreateKey = () => useCall(queries.intakeKeys.create, { changes });
export const useRenameKey = () => useCall(queries.intakeKeys.rename, { changes });
export const useRotateKey = () => useCall(queries.intakeKeys.rotate, { changes });
/** Shows the key as revoked at once. */
export const useRevokeKey = () => useCall(queries.intakeKeys.revoke, { rowOf: intakeKeysQuery, changes });

/** Counts go on, so that they are loaded at each visit. */
export const getKeyReportsQuery = (id: string) =>
  queries.intakeKeys.getReports.queryOptions({
    input: { params: { id }, query: { days: '30' } },
    throwOnError: (error) => !isUnknownRecord(error),
  });

export const useUpdateKeyAlerts = (id: string) =>
  useCall(queries.intakeKeys.updateAlerts, { answers: getKeyReportsQuery(id), changes });
