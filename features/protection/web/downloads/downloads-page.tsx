import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskKinds } from '#contract/tasks/task-kinds.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { RowProgressBar } from '#web/records/downloads/row-progress.tsx';
import { WorkTable } from '#web/records/work-table.tsx';
import { useRowDownload } from '#web/records/downloads/use-row-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { fileColumns } from './file-columns.tsx';
import { rowFilesQuery, useDeleteRowFile } from './downloads.queries.ts';

/** `/settings/downloads`: the files that were prepared for the user. */
export function DownloadsPage() {
  const { timeZone } = useCurrentUser();
  const { busyId, progress, start, cancel } = useFileDownload();
  const remove = useDeleteRowFile();
  const onDelete = ({ id, state }: RowFile) => {
    // The row stays until the list is loaded again.
    if (remove.variables?.params.id === id && !remove.isError) return;
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          // The row goes with its button.
          focusHeading();
          showToast(state === 'waiting' ? 'The preparation has been cancelled.' : 'The file has been deleted.');
        },
        onError: (failure) => showToast(toErrorWords(failure), 'error'),
      },
    );
  };
  const deletingId = remove.isPending ? remove.variables.params.id : undefined;
  return (
    <>
      <PageHeader
        title="My files"
        purpose={`Large downloads, kept for ${taskKinds.rowFile.keptDays} days. Only you can see them.`}
      />
      <div aria-live="polite">
        {progress && (
          <RowProgressBar {...progress} label="Downloaded" cancelLabel="Cancel the download" onCancel={cancel} />
        )}
      </div>
      <WorkTable
        caption="Prepared files"
        query={useQuery(rowFilesQuery)}
        columns={fileColumns}
        context={{ zone: timeZone, busyId, deletingId, onDownload: (file) => void start(file), onDelete }}
        empty="Large downloads appear here when they are ready."
      />
    </>
  );
}

/** One file at a time. */
function useFileDownload() {
  const [busyId, setBusyId] = useState<string>();
  const { progress, start, cancel } = useRowDownload();
  return {
    busyId: progress && busyId,
    progress,
    cancel,
    start: ({ id }: RowFile) => {
      setBusyId(id);
      return start(['exports', 'getFile'], { params: { id } });
    },
  };
}
