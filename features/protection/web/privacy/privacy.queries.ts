import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { workQueryOptions } from '#web/records/work-table.tsx';

export const exportsQuery = queries.privacy.listExports.queryOptions(workQueryOptions);

export const useRequestExport = () => useCall(queries.privacy.createExport, { changes: [exportsQuery] });

/** Downloads by a call, because a link can not carry the identity token. */
export const useDownloadExport = () => useCall(queries.privacy.getExportFile);

export const erasuresQuery = queries.erasures.list.queryOptions(workQueryOptions);

export const personsQuery = (search: string) =>
  queries.erasures.listPersons.queryOptions({
    input: { query: { search } },
    enabled: search !== '',
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  });

export const useErasePerson = () =>
  useCall(queries.erasures.erasePerson, { changes: [queries.erasures, queries.users] });
export const useExportPerson = () => useCall(queries.erasures.exportPerson);
export const useDownloadCertificate = () => useCall(queries.erasures.getCertificate);

/** Not cached after the page is left, so that the form never opens on an old version. */
export const retentionQuery = queries.retention.get.queryOptions({ gcTime: 0, throwOnError: false });

export const usePreviewRetention = () => useCall(queries.retention.preview);
export const useUpdateRetention = () => useCall(queries.retention.update, { changes: [retentionQuery] });
