import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

const refreshMs = 2_000;

/** Loaded again and again while an archive is made. */
export const exportsQuery = queries.privacy.listExports.queryOptions({
  staleTime: 0,
  throwOnError: false,
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'waiting') ? refreshMs : false),
});

/** The list is loaded again also after a failure, because another person may have requested one. */
export function useRequestExport() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
  return useMutation(queries.privacy.createExport.mutationOptions({ onSettled }));
}

/** Downloads by a call, because a link can not carry the identity token. */
export function useDownloadExport() {
  return useMutation(queries.privacy.getExportFile.mutationOptions({ gcTime: 0 }));
}

/** Loaded again and again while something is deleted. */
export const erasuresQuery = queries.erasures.list.queryOptions({
  staleTime: 0,
  throwOnError: false,
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'waiting') ? refreshMs : false),
});

export const personsQuery = (search: string) =>
  queries.erasures.listPersons.queryOptions({
    input: { query: { search } },
    enabled: search !== '',
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  });

export function useErasePerson() {
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.erasures.key() }),
      queryClient.invalidateQueries({ queryKey: queries.users.key() }),
    ]);
  return useMutation(queries.erasures.erasePerson.mutationOptions({ onSettled }));
}

export function useExportPerson() {
  return useMutation(queries.erasures.exportPerson.mutationOptions({ gcTime: 0 }));
}

export function useDownloadCertificate() {
  return useMutation(queries.erasures.getCertificate.mutationOptions({ gcTime: 0 }));
}

/** Not cached after the page is left, so that the form never opens on an old version. */
export const retentionQuery = queries.retention.get.queryOptions({ gcTime: 0, throwOnError: false });

export function usePreviewRetention() {
  return useMutation(queries.retention.preview.mutationOptions({ gcTime: 0 }));
}

/** Loaded again also after a failure, because another person may have changed it. */
export function useUpdateRetention() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: retentionQuery.queryKey });
  return useMutation(queries.retention.update.mutationOptions({ onSettled }));
}
