import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { ImportPreview, LogImport } from '#features/imports/contract/log-imports.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { DryConversations } from '#web/records/dry-conversations/dry-conversations.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportFormatFields } from './import-format-fields.tsx';
import { usePreviewImport, useStartImport } from './imports.queries.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { describeFault } from './import-words.ts';
import { LeftOutTable } from './left-out-table.tsx';

/** How the file is read, what it becomes, and the button that starts. Each change of the settings shows anew what it makes. */
export function ImportSetup({ stored: { id } }: { stored: LogImport }) {
  const { preview, settings, problem, isPending, change, read } = useSetup(id);
  const start = useStartImport();
  const [refused, setRefused] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!settings || start.isPending) return;
    setRefused(undefined);
    await start.mutateAsync({ params: { id }, body: { settings } }).catch((error: unknown) => {
      const [field] = getProblemFields(error);
      setRefused(field ? `${toErrorWords(error)} ${field.message}` : toErrorWords(error));
    });
  }

  if (!settings || !preview) {
    return (
      <Block as="section" above={6} aria-label="Preview">
        <FormAlert>{problem}</FormAlert>
        {problem ? <Button onClick={() => read(undefined)}>Try again</Button> : <p>Reading the file…</p>}
      </Block>
    );
  }
  return (
    <Stack as="form" gap={5} above={6} onSubmit={(event) => void submit(event)}>
      <FormAlert>{refused ?? problem}</FormAlert>
      <ImportFormatFields settings={settings} found={preview.found} onChange={change} />
      {settings.format === 'csv' && settings.csv && (
        <ImportColumns csv={settings.csv} found={preview.found} onChange={(csv) => change({ ...settings, csv })} />
      )}
      <Checkbox
        label="Bill imported conversations"
        description="Each conversation with a skill counts as one billed request at its price of that day. Leave it off for history that was paid elsewhere."
        checked={settings.billed}
        onChange={(event) => change({ ...settings, billed: event.currentTarget.checked })}
      />
      <Preview preview={preview} isStale={isPending}>
        <Row gap={3} align="stretch" wrap above={4} below={4}>
          <Button type="submit" loading={start.isPending} disabled={isPending || !isImportable(preview)}>
            Start import
          </Button>
        </Row>
      </Preview>
    </Stack>
  );
}

/** The settings, and the preview of those that were read last. One is read at a time: changes until its answer are read together. */
function useSetup(id: string) {
  const { mutateAsync, isPending } = usePreviewImport();
  const [preview, setPreview] = useState<ImportPreview>();
  const [settings, setSettings] = useState<ImportSettings>();
  const [problem, setProblem] = useState<string>();
  const wanted = useRef<ImportSettings>(undefined);
  useUnsavedInput(() => wanted.current !== undefined);
  const isReading = useRef(false);
  /** The column of dates of the last answer. */
  const readDate = useRef<number>(undefined);
  const readWanted = async () => {
    const chosen = wanted.current;
    setProblem(undefined);
    const answer = await mutateAsync({ params: { id }, body: chosen ? { settings: chosen } : {} }).catch(
      (error: unknown) => void setProblem(toErrorWords(error)),
    );
    if (wanted.current !== chosen) return readWanted();
    if (!answer) return undefined;
    setPreview(answer);
    const isOtherDate = chosen?.csv?.columns.date !== readDate.current;
    readDate.current = (chosen ?? answer.settings).csv?.columns.date;
    const fitting = chosen && isOtherDate ? fitDateFormat(chosen, answer.found) : undefined;
    if (!chosen || fitting) setSettings(fitting ?? answer.settings);
    if (!fitting) return undefined;
    wanted.current = fitting;
    return readWanted();
  };
  const read = (chosen: ImportSettings | undefined) => {
    wanted.current = chosen;
    if (isReading.current) return;
    isReading.current = true;
    void readWanted().finally(() => (isReading.current = false));
  };
  // Once, with the settings that are found.
  // oxlint-disable-next-line react/exhaustive-deps -- `read` is made anew by each render
  useEffect(() => read(undefined), [id]);
  const change = (chosen: ImportSettings) => {
    setSettings(chosen);
    read(chosen);
  };
  return { preview, settings, problem, isPending, change, read };
}

/** With a format in which the first dates are, where the chosen one fits none of them. */
function fitDateFormat(settings: ImportSettings, { dateFormats }: ImportPreview['found']): ImportSettings | undefined {
  const { csv } = settings;
  const [dateFormat] = dateFormats;
  if (!csv || !dateFormat || dateFormats.includes(csv.dateFormat)) return undefined;
  return { ...settings, csv: { ...csv, dateFormat } };
}

/** Whether the file is read with these settings, and has conversations as far as it was read. */
const isImportable = ({ faults, totalConversations }: ImportPreview): boolean =>
  faults.length === 0 && totalConversations > 0;

interface PreviewProps {
  preview: ImportPreview;
  /** Whether other settings are being read. */
  isStale: boolean;
  /** The button that starts, above the conversations, because these are long. */
  children: ReactNode;
}

function Preview({ preview, isStale, children }: PreviewProps) {
  const { faults, records, totalRecords, isWhole, totalConversations, known, skills, users, leftOut } = preview;
  if (faults.length > 0) {
    return (
      <Block as="section" above={6} aria-labelledby="import-faults" aria-busy={isStale}>
        <Text as="h2" below={2} id="import-faults">
          What is missing before the import can start
        </Text>
        <ul aria-live="polite">
          {faults.map(({ path, message }) => (
            <li key={path}>{describeFault(path, message)}</li>
          ))}
        </ul>
        {children}
      </Block>
    );
  }
  const read = isWhole
    ? formatCounted(records, 'records')
    : `The first ${formatCounted(records, 'records')} of about ${formatCount(totalRecords)}`;
  return (
    <Block as="section" above={6} aria-labelledby="import-preview" aria-busy={isStale}>
      <Text as="h2" below={2} id="import-preview">
        Preview
      </Text>
      <p aria-live="polite">
        {`${read}: ${formatCounted(totalConversations, 'conversations')}.${known > 0 ? ` ${formatCount(known)} of those below are there already and stay as they are: what this file has more of them is not added.` : ''}`}
      </p>
      {totalConversations === 0 && (
        <p>
          {leftOut.length > 0
            ? 'Nothing can be imported with these settings. See below why.'
            : 'Nothing can be imported: the file has no records.'}
        </p>
      )}
      <Text size="sm" tone="soft" breaks="anywhere">{`Skills: ${skills.join(', ') || 'none'}`}</Text>
      <Text size="sm" tone="soft" breaks="anywhere">{`Users: ${users.join(', ') || 'none'}`}</Text>
      <LeftOutTable leftOut={leftOut} />
      {children}
      <DryConversations outcome={preview} />
    </Block>
  );
}
