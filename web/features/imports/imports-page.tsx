import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { importFormatLabels } from '#contract/intake/import-settings.ts';
import { importChunkBytes, importFileDays, maxImportBytes, type LogImport } from '#contract/intake/log-imports.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { formatBytes, formatCount, toShare } from '../../lib/numbers.ts';
import { paths } from '../../paths.ts';
import { PaidFeatureNotice } from '../../records/paid-feature-notice.tsx';
import { FileButton } from '../../ui/forms/file-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { defineColumns } from '../../ui/records/columns.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { describeState, toReadShare } from './import-words.ts';
import { importsQuery, useCreateImport } from './imports.queries.ts';
import styles from './imports.module.css';
import { UnusableFile } from './upload-source.ts';
import { useUpload } from './use-upload.ts';

/** `/integrations/intake/imports`: imports of logs that exist elsewhere. */
export function ImportsPage() {
  const { timeZone } = useCurrentUser();
  const { data: imports } = useQuery(importsQuery);
  return (
    <>
      <PageHeader
        title="Import"
        purpose="Bring in conversations that another product has logged, or tables and JSON of your own. You see what they become before anything is stored."
      />
      <PaidFeatureNotice>nothing can be imported.</PaidFeatureNotice>
      <FileForm />
      <RecordTable
        caption="Imports"
        columns={columns}
        rows={imports}
        getKey={({ id }) => id}
        context={{ timeZone }}
        loadingLabel="Loading imports"
        skeletonRowCount={3}
        empty={
          <EmptyState drawing="plug" text="Nothing has been imported yet.">
            {`Choose a file of logs. It is deleted when its import ends, or after ${importFileDays} days.`}
          </EmptyState>
        }
      />
    </>
  );
}

function FileForm() {
  const create = useCreateImport();
  const upload = useUpload();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const isBusy = upload.isOpening || create.isPending || upload.current !== undefined;

  async function choose(file: File) {
    setProblem(undefined);
    try {
      const source = await upload.open(file);
      const made = await create.mutateAsync({ body: { fileName: file.name.slice(0, 200), bytes: source.bytes } });
      await upload.run(made, source);
      await navigate({ to: paths.logImport(made.id) });
    } catch (error) {
      setProblem(error instanceof UnusableFile ? error.message : toErrorWords(error));
    }
  }

  return (
    <section className={styles.file} aria-label="New import">
      <FormAlert>{problem}</FormAlert>
      <FileButton label="File of logs" variant="filled" isLoading={isBusy} onFile={(file) => void choose(file)}>
        Choose file
      </FileButton>
      {upload.isOpening && <p className={styles.soft}>Reading the file. Keep this page open.</p>}
      {upload.current && <UploadProgress stored={upload.current} />}
      <p className={styles.soft}>
        {`CSV, JSON or JSON Lines, also as .gz, up to ${formatBytes(maxImportBytes)} decompressed.`}
      </p>
      <details className={styles.soft}>
        <summary>Formats that are recognised</summary>
        <p>{`${Object.values(importFormatLabels).join(', ')}.`}</p>
      </details>
    </section>
  );
}

export function UploadProgress({ stored: { chunks, bytes, fileName } }: { stored: LogImport }) {
  const share = toShare(Math.min(chunks * importChunkBytes, bytes), bytes);
  return (
    <div className={styles.progress}>
      <Progress aria-label={`Upload of ${fileName}`} value={share} />
      <p className={styles.soft}>{`${Math.floor(share)}% of ${formatBytes(bytes)} uploaded. Keep this page open.`}</p>
    </div>
  );
}

const columns = defineColumns<LogImport, { timeZone: string }>([
  {
    key: 'fileName',
    isName: true,
    label: 'File',
    overflow: 'anywhere',
    cell: ({ id, fileName, bytes }) => (
      <>
        <Link to={paths.logImport(id)}>
          <bdi>{fileName}</bdi>
        </Link>
        <div className={styles.soft}>{formatBytes(bytes)}</div>
      </>
    ),
  },
  {
    key: 'createdAt',
    label: 'Uploaded',
    width: '24%',
    cell: ({ createdAt, createdBy }, { timeZone }) => (
      <>
        <time dateTime={createdAt}>{formatDateTime(createdAt, timeZone)}</time>
        <div className={styles.soft}>{`by ${createdBy}`}</div>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: '20%',
    cell: (each) => (
      <>
        <StatusBadge {...describeState(each)} />
        {each.state === 'running' && <div className={styles.soft}>{`${Math.floor(toReadShare(each))}% read`}</div>}
      </>
    ),
  },
  {
    key: 'conversations',
    label: 'Conversations',
    width: '16%',
    align: 'end',
    cell: ({ conversations, undo }) => formatCount(conversations - (undo?.conversations ?? 0)),
  },
]);
