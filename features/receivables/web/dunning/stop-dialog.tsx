import { NativeSelect, Select, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { DueReminder } from '#features/receivables/contract/dunning/reminders.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { namedCompaniesQuery, useCreateStop } from './reminders.queries.ts';

const loadSchema = () =>
  import('#features/receivables/contract/dunning/reminders.ts').then(({ ReminderStopForm }) => ReminderStopForm);

interface StopValues extends Record<string, unknown> {
  companyId: string;
  invoiceId: string | null;
  reason: string;
  until: string | null;
}

interface StopDialogProps {
  /** The reminder that it begins with; without one the company is chosen. */
  reminder?: DueReminder | undefined;
  onClose: () => void;
}

/** Stops the reminders for a company, or for one invoice. */
export function StopDialog({ reminder, onClose }: StopDialogProps) {
  const create = useCreateStop();
  const values: StopValues = {
    companyId: reminder?.companyId ?? '',
    invoiceId: reminder?.invoiceId ?? null,
    reason: '',
    until: null,
  };
  return (
    <ActionDialog<StopValues>
      title="Stop payment reminders"
      values={values}
      loadSchema={loadSchema}
      run={(body) => create.mutateAsync({ body })}
      done="Payment reminders have been stopped."
      label="Stop reminders"
      renderFields={(form) => <StopFields form={form} reminder={reminder} />}
      onClose={onClose}
    >
      <Text tone="soft" below={4}>
        Only you see the stop and its reason. It replaces an earlier one.
      </Text>
    </ActionDialog>
  );
}

function StopFields({ form, reminder }: Pick<StopDialogProps, 'reminder'> & { form: UseFormReturnType<StopValues> }) {
  return (
    <Stack gap={5}>
      {reminder ? (
        <NativeSelect
          label="Stop for"
          data={[
            { value: reminder.invoiceId, label: `Invoice ${reminder.number}` },
            { value: '', label: `All invoices of ${reminder.companyName}` },
          ]}
          value={form.values.invoiceId ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('invoiceId', currentTarget.value || null)}
        />
      ) : (
        <CompanySelect form={form} />
      )}
      <Textarea label="Reason" rows={3} maxLength={500} aria-required {...form.getInputProps('reason')} />
      <DayField
        label="Last day"
        description="Without a day, the stop has no end."
        clearable
        {...form.getInputProps('until')}
        value={form.values.until ?? ''}
        onChange={(day) => form.setFieldValue('until', day || null)}
      />
    </Stack>
  );
}

function CompanySelect({ form }: { form: UseFormReturnType<StopValues> }) {
  const { data = [] } = useQuery(namedCompaniesQuery);
  return (
    <Select
      data-autofocus
      label="Company"
      placeholder="Choose a company"
      searchable
      limit={50}
      aria-required
      data={data.filter(({ isProvider }) => !isProvider).map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage="No company has this name."
      {...form.getInputProps('companyId')}
      value={form.values.companyId === '' ? null : form.values.companyId}
      error={form.errors['companyId'] ? 'Please choose a company.' : undefined}
      onChange={(id) => form.setFieldValue('companyId', id ?? '')}
    />
  );
}
