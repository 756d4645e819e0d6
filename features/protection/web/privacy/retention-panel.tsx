import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Retention } from '#features/protection/contract/retention.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { ConfirmRetentionDialog } from './confirm-retention-dialog.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { retentionQuery, usePreviewRetention } from './privacy.queries.ts';

/** For how long texts and conversations are kept. */
export function RetentionPanel() {
  const { data, error, isFetching, refetch } = useQuery(retentionQuery);
  return (
    <ChartPanel
      title="How long data is kept"
      note="A nightly job deletes what is older. Requests, usage and invoices are never deleted by it."
    >
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonForm fieldCount={2} label="Loading the retention" />}
      {data && <RetentionForm key={data.version} retention={data} />}
    </ChartPanel>
  );
}

const toText = (days: number | null) => (days === null ? '' : String(days));

/** Without an end where it is empty. Text that is no number becomes 0, which is refused with its field: JSON would make null of it. */
const toDays = (text: string) => (text.trim() === '' ? null : Number(text.trim()) || 0);

function RetentionForm({ retention }: { retention: Retention }) {
  const [values, setValues] = useState({
    contentDays: toText(retention.contentDays),
    sumsDays: toText(retention.sumsDays),
  });
  const preview = usePreviewRetention();
  const settings = { contentDays: toDays(values.contentDays), sumsDays: toDays(values.sumsDays) };
  const isChanged = settings.contentDays !== retention.contentDays || settings.sumsDays !== retention.sumsDays;
  useUnsavedInput(() => isChanged);
  const fields = preview.isError ? getProblemFields(preview.error) : [];
  const errorOf = (path: string) => fields.find((field) => field.path === path)?.message;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate({ body: settings });
  };
  const input = (name: 'contentDays' | 'sumsDays', label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      placeholder="Keep forever"
      inputMode="numeric"
      maxLength={10}
      autoComplete="off"
      value={values[name]}
      error={errorOf(name)}
      onChange={(event) => {
        setValues({ ...values, [name]: event.currentTarget.value });
        preview.reset();
      }}
    />
  );
  return (
    <>
      <Stack as="form" gap={4} measure={34} onSubmit={ask} noValidate>
        <FormAlert>{preview.isError && fields.length === 0 && toErrorWords(preview.error)}</FormAlert>
        {input(
          'contentDays',
          'Keep texts and images, in days',
          'After that, texts and images are deleted. Conversations and figures stay.',
        )}
        {input('sumsDays', 'Keep conversations, in days', 'After that, conversations are deleted with their figures.')}
        <Row>
          <Button type="submit" disabled={!isChanged} loading={preview.isPending}>
            Save changes
          </Button>
        </Row>
      </Stack>
      {preview.data && (
        <ConfirmRetentionDialog
          settings={{ ...settings, version: retention.version }}
          preview={preview.data}
          onClose={preview.reset}
        />
      )}
    </>
  );
}
