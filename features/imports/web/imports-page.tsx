import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { importFormatLabels } from '#features/imports/contract/import-settings.ts';
import {
  importChunkBytes,
  importFileDays,
  maxImportBytes,
  type LogImport,
} from '#features/imports/contract/log-imports.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatBytes, formatCount, toShare } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { describeState, toReadShare } from './import-words.ts';
import { importsQuery, useCreateImport } from './imports.queries.ts';
import { Block, Stack, Text } from '#web/ui/layout/layout.tsx';
import { UnusableFile } from './upload-source.ts';
import { useUpload } from './use-upload.ts';

/** `/integrations/intake/imports`: imports of logs that exist elsewhere. */
export function ImportsPage() {
  const { timeZone } = useCurrentUser();
  const { data: imports } = useQuery(importsQuery);
  return (
    <>
      <PageHeader
        title="Imports"
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
    <Stack as="section" gap={3} align="start" below={6} aria-label="New import">
      <FormAlert>{problem}</FormAlert>
      <FileButton label="File of logs" variant="filled" isLoading={isBusy} onFile={(file) => void choose(file)}>
        Choose file
      </FileButton>
      {upload.isOpening && (
        <Text size="sm" tone="soft" breaks="anywhere">
          Reading the file. Keep this page open.
        </Text>
      )}
      {upload.current && <UploadProgress stored={upload.current} />}
      <Text size="sm" tone="soft" breaks="anywhere">
        {`CSV, JSON or JSON Lines, also as .gz, up to ${formatBytes(maxImportBytes)} decompressed.`}
      </Text>
      <Block as="details" size="sm" tone="soft" breaks="anywhere">
        <summary>Formats that are recognised</summary>
        <p>{`${Object.values(importFormatLabels).join(', ')}.`}</p>
      </Block>
    </Stack>
  );
}

export function UploadProgress({ stored: { chunks, bytes, fileName } }: { stored: LogImport }) {
  const share = toShare(Math.min(chunks * importChunkBytes, bytes), bytes);
  return (
    <Stack gap={2} above={3} below={3} full measure={32}>
      <Progress aria-label={`Upload of ${fileName}`} value={share} />
      <Text
        size="sm"
        tone="soft"
        breaks="anywhere"
      >{`${Math.floor(share)}% of ${formatBytes(bytes)} uploaded. Keep this page open.`}</Text>
    </Stack>
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
        <Block size="sm" tone="soft" breaks="anywhere">
          {formatBytes(bytes)}
        </Block>
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
        <Block size="sm" tone="soft" breaks="anywhere">{`by ${createdBy}`}</Block>
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
        {each.state === 'running' && (
          <Block size="sm" tone="soft" breaks="anywhere">{`${Math.floor(toReadShare(each))}% read`}</Block>
        )}
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
