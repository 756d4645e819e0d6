import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import { transportMaxBytes } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { useDownloadTransport, useUploadTransport } from './company-skills.queries.ts';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';

interface TransportFileFieldProps {
  skill: Skill;
  configuration: CompanySkill;
}

const tooLarge = `A transport file can have at most ${transportMaxBytes / 1024 / 1024} MB.`;

/** `1.4mb`, as section 2.5 writes it; kilobytes below a tenth of it. */
const formatSize = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)}kb` : `${(bytes / 1_000_000).toFixed(1)}mb`;

/** The file that installs the skill in the backend system: every company downloads it, its maker keeps it. */
export function TransportFileField({ skill: { _id }, configuration }: TransportFileFieldProps) {
  const { transport, canEditTransport } = configuration;
  const [problem, setProblem] = useState<string>();
  const download = useDownloadTransport();
  const { upload, remove } = useUploadTransport(_id);

  async function attempt(work: () => Promise<void>) {
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(toErrorWords(error));
    }
  }

  const saveTransport = () =>
    attempt(async () => saveFile(await download.mutateAsync({ params: { _id } }), transport?.name ?? 'transport'));

  const choose = (file: File) =>
    void attempt(async () => {
      if (file.size > transportMaxBytes) throw new Error(tooLarge);
      await upload.mutateAsync({ params: { _id }, query: { name: file.name }, body: file });
      showToast('The transport file has been uploaded.');
    });

  return (
    <Stack gap={2} shrink>
      <Text as="span" size="sm" weight="medium">
        Transport request
      </Text>
      <Row gap={3} wrap>
        {transport ? (
          <>
            <Button variant="default" onClick={() => void saveTransport()} loading={download.isPending}>
              Download transport request
            </Button>
            <Text as="span" size="sm" tone="soft" breaks="anywhere" title={transport.name}>
              {formatSize(transport.size)}
            </Text>
          </>
        ) : (
          <Text as="span" size="sm" tone="soft" breaks="anywhere">
            {canEditTransport ? 'No file yet.' : 'None. This skill needs no installation.'}
          </Text>
        )}
      </Row>
      {canEditTransport && (
        <Row gap={3} wrap>
          <FileButton label="Transport file" isLoading={upload.isPending} onFile={choose}>
            {transport ? 'Replace file' : 'Upload file'}
          </FileButton>
          {transport && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => void attempt(async () => void (await remove.mutateAsync({ params: { _id } })))}
            >
              Remove file
            </Button>
          )}
          <Text as="span" size="sm" tone="soft">
            Takes effect immediately.
          </Text>
        </Row>
      )}
      {transport && (
        <Text size="sm" tone="soft" breaks="anywhere">
          <bdi translate="no">{transport.name}</bdi>
        </Text>
      )}
      {problem && (
        <Text size="sm" tone="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
