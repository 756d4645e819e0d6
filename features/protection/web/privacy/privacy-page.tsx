import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { CompanyExport } from '#features/protection/contract/privacy.ts';
import { taskKinds } from '#contract/tasks/task-kinds.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatBytes, formatCounted } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { FileContents, stateColumn, WorkTable } from '#web/records/work-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { Contents } from './contents.tsx';
import { ErasuresPanel } from './erasures-panel.tsx';
import { PersonsPanel } from './persons-panel.tsx';
import { Block, Stack, look } from '#web/ui/layout/layout.tsx';
import { exportsQuery, useDownloadExport, useRequestExport } from './privacy.queries.ts';

interface CellContext {
  zone: string;
  /** The export that is downloaded now. */
  busyId: string | undefined;
  onDownload: (made: CompanyExport) => void;
}

const failed = 'Request another export. If it fails too, contact support.';
const failures = {
  right: 'The person who requested it no longer has the right to it.',
  'too-large': failed,
  disk: 'The portal has no space left for files. Request another export later, or contact support.',
  error: failed,
} as const;

const columns = defineColumns<CompanyExport, CellContext>([
  {
    key: 'requestedAt',
    label: 'Requested',
    width: '26%',
    cell: ({ requestedAt, requestedBy }, { zone }) => (
      <>
        <time dateTime={requestedAt}>{formatDateTime(requestedAt, zone)}</time>
        <Block size="sm" tone="soft">
          {requestedBy}
        </Block>
      </>
    ),
  },
  stateColumn({ width: '18%', narrowWidth: '9rem' }),
  {
    key: 'contents',
    label: 'Contents',
    cell: ({ contents, state, failure, expiresAt }, { zone }) => {
      if (state === 'withdrawn') return 'Something in it has been deleted since. You can request another export.';
      if (failure) return failures[failure];
      if (contents === null) return 'You receive an e-mail when it is ready.';
      const { bytes, rows, files } = contents;
      const words = `${formatBytes(bytes)}: ${formatCounted(rows, 'rows')}, ${formatCounted(files, 'files')}`;
      return <FileContents words={words} expiresAt={expiresAt} zone={zone} />;
    },
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '8.5rem',
    align: 'end',
    cell: (made, { zone, busyId, onDownload }) =>
      made.state === 'ready' && (
        <Button
          size="compact-md"
          variant="default"
          loading={made.id === busyId}
          aria-label={`Download the export of ${formatDateTime(made.requestedAt, zone)}`}
          onClick={() => onDownload(made)}
        >
          Download
        </Button>
      ),
  },
]);

/** `/settings/privacy`, for SuperAdmins: exports of all data of the company, and data and erasure of persons. */
export function PrivacyPage() {
  const { timeZone, companyName } = useCurrentUser();
  const query = useQuery(exportsQuery);
  const { data } = query;
  const request = useRequestExport();
  const { busyId, download } = useSavedDownload();
  const isWaiting = data?.some(({ state }) => state === 'waiting') ?? false;
  const start = () =>
    request.mutate(
      {},
      // The button stays disabled until the export is ready.
      { onSuccess: () => void focusHeading(), onError: (failure) => showToast(toErrorWords(failure), 'error') },
    );
  return (
    <>
      <PageHeader
        title="Requests and exports"
        purpose={`What the portal holds about ${companyName} and about a person: take it with you, and delete it.`}
      />
      <Stack gap={12}>
        <ChartPanel
          title="Export of all data"
          note={`One archive (tar.gz) of all current data. It is kept for ${taskKinds.companyExport.keptDays} days, and each download is recorded in the audit log.`}
          action={
            <Button
              {...look({ fixed: true })}
              loading={request.isPending}
              disabled={isWaiting || !data}
              onClick={start}
            >
              Request export
            </Button>
          }
        >
          <Contents>
            <li>
              Users, roles, conversations with their messages, usage, limits, invoices, integrations, skills, e-mails
              sent and the audit log, as JSON Lines: one file for each table.
            </li>
            <li>Logos, images, invoices (PDF) and transport files, as they were stored.</li>
            <li>manifest.json: every table and file with its number of rows, size and SHA-256 checksum.</li>
            <li>
              Not included: passwords, keys and other secrets, and the accounts of your users. The manifest lists what
              is left out, and why.
            </li>
          </Contents>
          <WorkTable
            caption="Exports"
            query={query}
            columns={columns}
            context={{ zone: timeZone, busyId, onDownload: (made) => void download(made) }}
            empty="There is no export to download."
          />
        </ChartPanel>
        <PersonsPanel />
        <ErasuresPanel />
      </Stack>
    </>
  );
}

function useSavedDownload() {
  const { timeZone } = useCurrentUser();
  const fetchFile = useDownloadExport();
  const download = async ({ id, requestedAt }: CompanyExport) => {
    try {
      const file = await fetchFile.mutateAsync({ params: { id } });
      saveFile(file, `company-data-${getDay(Date.parse(requestedAt), timeZone)}.tar.gz`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return { busyId: fetchFile.isPending ? fetchFile.variables.params.id : undefined, download };
}
