import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatShortDate, formatShortDay } from '#contract/calendar/formats.ts';
import type { DeletedCompany } from '#features/company/contract/company-deletions.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatBytes, formatCounted } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { deletionsQuery, useDownloadCertificate, useDownloadKeptInvoice } from './companies.queries.ts';

interface CellContext {
  zone: string;
  onCertificate: (company: DeletedCompany) => void;
  onInvoice: (id: string, number: string) => void;
}

const columns = defineColumns<DeletedCompany, CellContext>([
  {
    key: 'company',
    isName: true,
    label: 'Company',
    cell: ({ companyName, deletedAt }, { zone }) => (
      <>
        <Text as="span" weight="medium">
          {companyName}
        </Text>
        <Block size="sm" tone="faint" breaks="anywhere">
          <time dateTime={deletedAt}>{formatDateTime(deletedAt, zone)}</time>
        </Block>
      </>
    ),
  },
  {
    key: 'removed',
    label: 'Removed',
    width: '22%',
    cell: ({ rows, accounts, files, finishedAt }, { zone }) => (
      <>
        <span>{`${formatCounted(rows, 'rows')}, ${formatCounted(accounts, 'accounts')}`}</span>
        <Block
          size="sm"
          tone="faint"
          breaks="anywhere"
        >{`${formatCounted(files.count, 'files')}, ${formatBytes(files.bytes)}`}</Block>
        {finishedAt && (
          <Block size="sm" tone="faint" breaks="anywhere">{`Finished ${formatDateTime(finishedAt, zone)}`}</Block>
        )}
      </>
    ),
  },
  {
    key: 'kept',
    label: 'Kept',
    width: '32%',
    overflow: 'anywhere',
    cell: ({ backups, invoices }, { zone, onInvoice }) => (
      <Block size="sm">
        {invoices.map(({ id, number, issueDate, keepUntil }) => (
          <p key={id}>
            <LinkButton onClick={() => onInvoice(id, number)}>{`Invoice ${number}`}</LinkButton>
            <span>{` of ${formatShortDay(issueDate)} until ${formatShortDay(keepUntil)}`}</span>
          </p>
        ))}
        {backups.map(({ file, madeAt, keptUntil }) => (
          <p key={file}>
            {`${file} of ${formatShortDate(madeAt, zone)} ${keptUntil === null ? 'until you delete it' : `until about ${formatShortDate(keptUntil, zone)}`}`}
          </p>
        ))}
      </Block>
    ),
  },
  {
    key: 'certificate',
    label: 'Certificate',
    width: '9.5rem',
    cell: (company, { onCertificate }) => <Certificate company={company} onCertificate={onCertificate} />,
  },
]);

function Certificate({ company, onCertificate }: { company: DeletedCompany } & Pick<CellContext, 'onCertificate'>) {
  if (company.isSigned === null) return <StatusBadge tone="amber" label="Files in deletion" />;
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        aria-label={`Download the certificate of ${company.companyName}`}
        onClick={() => onCertificate(company)}
      >
        Download
      </Button>
      {!company.isSigned && <StatusBadge tone="red" label="Signature not valid" />}
    </>
  );
}

/** Companies that were deleted, for the provider; nothing before the first deletion. */
export function DeletedCompanies() {
  const { timeZone } = useCurrentUser();
  const { data } = useQuery(deletionsQuery);
  const certificate = useDownloadCertificate();
  const invoice = useDownloadKeptInvoice();
  if (!data || data.deleted.length === 0) return null;
  const save = async (fetchFile: () => Promise<Blob>, name: string) => {
    try {
      saveFile(await fetchFile(), name);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return (
    <Block above={12}>
      <ChartPanel
        title="Deleted companies"
        note="Each certificate names what was removed and what is kept. It is signed with the key of the audit checkpoints."
      >
        <RecordTable
          caption="Deleted companies"
          columns={columns}
          rows={data.deleted}
          context={{
            zone: timeZone,
            onCertificate: ({ id, companyName }) =>
              void save(() => certificate.mutateAsync({ params: { id } }), `deletion-of-${companyName}.json`),
            onInvoice: (id, number) => void save(() => invoice.mutateAsync({ params: { id } }), `${number}.pdf`),
          }}
          getKey={({ id }) => id}
          loadingLabel="Loading the deleted companies"
          empty={null}
        />
      </ChartPanel>
    </Block>
  );
}
