import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { payloadKinds, type DryRun, type PayloadKind } from '#features/intake/contract/dry-runs.ts';
import { intakeBodyLimitBytes } from '#features/intake/contract/intake.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DroppedParts, Rejections } from './dropped-parts.tsx';
import { DryConversations } from '#web/records/dry-conversations/dry-conversations.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { describeFormat, describeOutcome, kindLabels } from './dry-run-words.ts';
import { useDryRun } from './dry-runs.queries.ts';

const tooLarge = `A payload can have at most ${intakeBodyLimitBytes / 1024 / 1024} MB.`;

/** `/integrations/intake/dry-run`: what a payload of an assistant would become. */
export function DryRunPage() {
  const dryRun = useDryRun();
  return (
    <>
      <PageHeader
        title="Test a payload"
        eyebrow={<BackLink to={paths.intakeKeys()}>Keys</BackLink>}
        purpose="See the conversations it creates and what is rejected. Nothing is stored."
      />
      <PayloadForm dryRun={dryRun} />
      <div aria-live="polite">{dryRun.data && !dryRun.isPending && <Outcome outcome={dryRun.data} />}</div>
    </>
  );
}

function PayloadForm({ dryRun }: { dryRun: ReturnType<typeof useDryRun> }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  useUnsavedInput(() => text.trim() !== '' || file !== undefined);
  const [kind, setKind] = useState<PayloadKind | ''>('');
  const [problem, setProblem] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (dryRun.isPending) return;
    const body = file ?? new Blob([text]);
    setProblem(undefined);
    if (body.size > intakeBodyLimitBytes) return setProblem(tooLarge);
    await dryRun.mutateAsync({ ...(kind && { query: { kind } }), body }).catch((error: unknown) => {
      const [field] = getProblemFields(error);
      setProblem(field ? `${toErrorWords(error)} ${field.path} ${field.message}` : toErrorWords(error));
    });
  }

  return (
    <Stack as="form" gap={4} measure={60} onSubmit={(event) => void submit(event)}>
      <FormAlert>{problem}</FormAlert>
      {file ? (
        <Row as="p" gap={3} wrap breaks="anywhere">
          <bdi translate="no">{file.name}</bdi>
          <Button variant="default" size="compact-sm" onClick={() => setFile(undefined)}>
            Remove file
          </Button>
        </Row>
      ) : (
        <Textarea
          label="Payload"
          description="Steward or OpenTelemetry JSON. Choose a file for protobuf or gzip."
          rows={12}
          spellCheck={false}
          data-mono
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Row gap={3} align="end" wrap>
        <NativeSelect
          label="Format"
          value={kind}
          data={[
            { value: '', label: 'Recognize automatically' },
            ...payloadKinds.map((each) => ({ value: each, label: kindLabels[each] })),
          ]}
          onChange={(event) => setKind(event.currentTarget.value as PayloadKind | '')}
        />
        <FileButton label="Payload file" onFile={setFile}>
          Choose file
        </FileButton>
        <Button type="submit" loading={dryRun.isPending} disabled={!file && text.trim() === ''}>
          Try
        </Button>
      </Row>
    </Stack>
  );
}

function Outcome({ outcome }: { outcome: DryRun }) {
  return (
    <>
      <Block as="section" above={8} aria-labelledby="dry-run-outcome">
        <Text as="h2" below={2} id="dry-run-outcome">
          {describeOutcome(outcome)}
        </Text>
        <Text size="sm" tone="soft">
          {describeFormat(outcome.format)}
        </Text>
        {outcome.warnings.map((warning) => (
          <p key={warning}>{`Warning: ${warning}.`}</p>
        ))}
      </Block>
      <Rejections outcome={outcome} />
      <DryConversations outcome={outcome} />
      <DroppedParts dropped={outcome.dropped} />
    </>
  );
}
