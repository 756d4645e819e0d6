import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { formatBytes } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { RecordNotFound } from '#web/records/record-form-page.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { ImportSetup } from './import-setup.tsx';
import {
  describeFailure,
  describeNumbers,
  describeState,
  describeTimes,
  describeUndo,
  describeUpload,
  toReadShare,
} from './import-words.ts';
import { getImportQuery, useCancelImport, useDeleteImportFile, useStartImport } from './imports.queries.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { UploadProgress } from './imports-page.tsx';
import { LeftOutTable } from './left-out-table.tsx';
import { UndoImportDialog } from './undo-import-dialog.tsx';
import { UnusableFile } from './upload-source.ts';
import { useUpload } from './use-upload.ts';

/** `/integrations/intake/imports/{id}`: a file of logs, from its upload to the end of its import. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error } = useQuery(getImportQuery(id));
  const { timeZone } = useCurrentUser();
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader
        title={data?.fileName ?? 'Import'}
        eyebrow={<BackLink to={paths.logImports()}>Imports</BackLink>}
        purpose="Preview, progress and undo."
      />
      {data && (
        <>
          <p>
            <StatusBadge {...describeState(data)} />
          </p>
          <Text size="sm" tone="soft" breaks="anywhere">
            {`${formatBytes(data.bytes)}, uploaded ${formatDateTime(data.createdAt, timeZone)} by ${data.createdBy}.${data.fileUntil ? ` The file is kept until ${formatDateTime(data.fileUntil, timeZone)} at the latest.` : ''}`}
          </Text>
          {data.state === 'uploading' && <Upload stored={data} />}
          {data.state === 'ready' && data.fileUntil && <ImportSetup key={data.id} stored={data} />}
          {data.startedAt && <Progressed stored={data} />}
          <Actions stored={data} />
        </>
      )}
    </>
  );
}

/** An upload that another page has begun, or that was interrupted. */
function Upload({ stored }: { stored: LogImport }) {
  const upload = useUpload();
  const [problem, setProblem] = useState<string>();

  async function choose(file: File) {
    setProblem(undefined);
    try {
      const source = await upload.open(file);
      const isSame = file.name.slice(0, 200) === stored.fileName && source.bytes === stored.bytes;
      if (isSame) await upload.run(stored, source);
      else setProblem(`This is another file. Choose ${describeUpload(stored)}.`);
    } catch (error) {
      setProblem(error instanceof UnusableFile ? error.message : toErrorWords(error));
    }
  }

  return (
    <Block as="section" above={6} aria-label="Upload">
      <FormAlert>{problem}</FormAlert>
      <UploadProgress stored={upload.current ?? stored} />
      {!upload.current && !upload.isOpening && (
        <>
          <p>The upload is not finished. Choose the same file to continue where it was interrupted.</p>
          <FileButton label="The same file" onFile={(file) => void choose(file)}>
            Continue upload
          </FileButton>
        </>
      )}
    </Block>
  );
}

function Progressed({ stored }: { stored: LogImport }) {
  const { state, failure, undo, leftOut } = stored;
  const { timeZone } = useCurrentUser();
  return (
    <Block as="section" above={6} aria-labelledby="import-progress">
      <Text as="h2" below={2} id="import-progress">
        Progress
      </Text>
      <Stack gap={2} above={3} below={3} full measure={32}>
        <Progress aria-label="Read of the file" value={state === 'finished' ? 100 : toReadShare(stored)} />
      </Stack>
      <p aria-live="polite">{describeNumbers(stored)}</p>
      <Text size="sm" tone="soft" breaks="anywhere">
        {describeTimes(stored, timeZone)}
      </Text>
      {failure && <p>{describeFailure(failure)}</p>}
      {undo && <p>{describeUndo(undo, timeZone)}</p>}
      <LeftOutTable leftOut={leftOut} />
    </Block>
  );
}

function Actions({ stored }: { stored: LogImport }) {
  const { id, state, settings, conversations, fileUntil, undo } = stored;
  const [isUndoing, setIsUndoing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const [cancel, start, deleteFile] = [useCancelImport(), useStartImport(), useDeleteImportFile()];
  const show = (error: unknown) => setProblem(toErrorWords(error));
  const isBusy = cancel.isPending || start.isPending || deleteFile.isPending;
  const canContinue = (state === 'cancelled' || state === 'failed') && settings && fileUntil;
  const removeFile = async () => {
    await deleteFile.mutateAsync({ params: { id } });
    await navigate({ to: paths.logImports() });
  };
  return (
    <>
      <FormAlert>{problem}</FormAlert>
      <Row gap={3} align="stretch" wrap above={4} below={4}>
        {state === 'running' && (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => void cancel.mutateAsync({ params: { id } }).catch(show)}
          >
            Cancel import
          </Button>
        )}
        {canContinue && (
          <Button
            loading={isBusy}
            onClick={() => void start.mutateAsync({ params: { id }, body: { settings } }).catch(show)}
          >
            Continue import
          </Button>
        )}
        {state !== 'running' && fileUntil && (
          <Button variant="default" disabled={isBusy} onClick={() => void removeFile().catch(show)}>
            Delete file
          </Button>
        )}
        {state !== 'running' && conversations > 0 && !undo && (
          <Button variant="default" onClick={() => setIsUndoing(true)}>
            Undo import
          </Button>
        )}
      </Row>
      {isUndoing && <UndoImportDialog stored={stored} onClose={() => setIsUndoing(false)} />}
    </>
  );
}
