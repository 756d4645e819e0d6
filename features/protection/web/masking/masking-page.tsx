import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { maskKinds, maxPatterns } from '#features/protection/contract/masking-kinds.ts';
import type { Masking } from '#features/protection/contract/masking.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './masking-page.module.css';
import { MaskingPreviewBox } from './masking-preview.tsx';
import { kindWords, labelOf, listDifferences, toSettings, toValues, type MaskingValues } from './masking-words.ts';
import { maskingQuery, useTryMasking, useUpdateMasking } from './masking.queries.ts';

/** `/settings/masking`, for SuperAdmins: which values readers of conversations get only as their kind. */
export function MaskingPage() {
  return (
    <>
      <PageHeader
        title="Masking"
        purpose="Hide personal data from readers. Stored messages are not changed; changes apply immediately."
      />
      <Suspense fallback={<SkeletonForm fieldCount={8} label="Loading the masking" />}>
        <LoadedForm />
      </Suspense>
    </>
  );
}

function LoadedForm() {
  const { data } = useSuspenseQuery(maskingQuery);
  return <MaskingForm masking={data} />;
}

function MaskingForm({ masking }: { masking: Masking }) {
  const updateMasking = useUpdateMasking();
  const state = useRecordForm({
    record: masking,
    toValues,
    validate: () => ({}),
    save: (values, { version }) => updateMasking.mutateAsync({ body: { ...toSettings(values), version } }),
    onSaved: () => showToast('The masking has been saved.'),
    listDifferences: (newer, mine) => listDifferences(toValues(newer), mine),
  });
  const { form, adopt, base } = state;
  return (
    <RecordForm state={state} saveLabel="Save changes" onCancel={() => adopt(base)}>
      <FormSection
        title="Kinds of values"
        description="In messages, names and exports, a masked value is replaced by its kind. What you uncheck is shown to everyone who may read conversations."
      >
        <Stack gap={4} align="start">
          {maskKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kindWords[kind].label}
              description={`${kindWords[kind].explanation} Shown as ${labelOf(kind)}.`}
              {...form.getInputProps(`masked.${kind}`, { type: 'checkbox' })}
            />
          ))}
        </Stack>
      </FormSection>
      <FormSection
        title="Your patterns"
        description={
          <>
            Regular expressions (RE2), e.g.{' '}
            <Text as="code" mono breaks="never">
              {String.raw`C-\d{4}`}
            </Text>{' '}
            for contract numbers. Matches are replaced by the pattern’s name in brackets.
          </>
        }
      >
        <PatternFields form={form} />
      </FormSection>
      <FormSection
        title="Before you save"
        description="What these settings would mask in the newest 1,000 messages that you may read."
      >
        <MaskingPreviewBox values={form.values} />
      </FormSection>
      <FormSection title="Try it" description="Preview. Nothing is stored.">
        <TrialBox values={form.values} />
      </FormSection>
    </RecordForm>
  );
}

type Form = ReturnType<typeof useRecordForm<MaskingValues, Masking>>['form'];

function PatternFields({ form }: { form: Form }) {
  const { patterns } = form.values;
  return (
    <Stack gap={4} align="start">
      {patterns.map((_, index) => (
        // The rows have no ids; a row that is removed takes its values along.
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no ids, and nothing of their own beside their values
        <div key={index} className={styles.pattern}>
          <TextInput label="Name" maxLength={40} {...form.getInputProps(`patterns.${index}.name`)} />
          <TextInput
            label="Pattern"
            maxLength={500}
            spellCheck={false}
            {...form.getInputProps(`patterns.${index}.pattern`)}
          />
          <Button
            variant="default"
            className={styles.remove}
            aria-label={`Remove pattern ${index + 1}`}
            onClick={() => form.removeListItem('patterns', index)}
          >
            Remove
          </Button>
        </div>
      ))}
      {patterns.length === 0 && (
        <Text size="sm" tone="soft">
          There are no patterns.
        </Text>
      )}
      <Button
        variant="default"
        disabled={patterns.length >= maxPatterns}
        onClick={() => form.insertListItem('patterns', { name: '', pattern: '' })}
      >
        Add pattern
      </Button>
    </Stack>
  );
}

function TrialBox({ values }: { values: MaskingValues }) {
  const [text, setText] = useState('');
  const trial = useTryMasking();
  useUnsavedInput(() => text.trim() !== '');
  const run = () => trial.mutate({ body: { settings: toSettings(values), text } });
  return (
    <Stack gap={4} align="start">
      <Textarea
        label="Text"
        rows={4}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" disabled={text === ''} loading={trial.isPending} onClick={run}>
        Try
      </Button>
      <div role="status">
        {trial.data && (
          <>
            <Text size="sm" tone="soft">
              Readers get
            </Text>
            <Text pad={3} card="plain" breaks="kept" dir="auto">
              {trial.data.text}
            </Text>
          </>
        )}
        {trial.error && (
          <Text tone="red">{getProblemFields(trial.error)[0]?.message ?? toErrorWords(trial.error)}</Text>
        )}
      </div>
    </Stack>
  );
}
