import { NativeSelect, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { FieldGrid } from '#web/ui/forms/form-layout.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import type { CompanyRow } from './company-row.ts';
import { useSuspendCompany } from './companies.queries.ts';

const loadSchema = () => import('#features/company/contract/companies.ts').then(({ SuspensionForm }) => SuspensionForm);

const starts = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a later time' },
];

/** Every half hour: '08:00', '08:30'. */
const times = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
});

interface SuspensionValues extends Record<string, unknown> {
  reason: string;
  /** The local time of the company; null for now. */
  from: string | null;
}

interface SuspendDialogProps {
  company: CompanyRow;
  onClose: () => void;
}

/** Suspends a company at once, or from a later time of its zone. */
export function SuspendDialog({ company: { id, name, timeZone, figures }, onClose }: SuspendDialogProps) {
  const suspend = useSuspendCompany();
  const since = figures?.suspension?.dueDay;
  const reason = since === undefined ? '' : `An invoice has been overdue since ${formatShortDay(since)}.`;
  return (
    <ActionDialog<SuspensionValues>
      title={`Suspend ${name}`}
      values={{ reason, from: null }}
      loadSchema={loadSchema}
      run={(body) => suspend.mutateAsync({ params: { id }, body })}
      done={({ from }) =>
        from === null ? `${name} has been suspended.` : `The suspension of ${name} has been planned.`
      }
      label={({ from }) => (from === null ? 'Suspend' : 'Plan suspension')}
      isHarmful
      renderFields={(form) => <SuspensionFields form={form} name={name} timeZone={timeZone} />}
      onClose={onClose}
    />
  );
}

interface SuspensionFieldsProps extends Pick<ListedCompany, 'name' | 'timeZone'> {
  form: UseFormReturnType<SuspensionValues>;
}

function SuspensionFields({ form, name, timeZone }: SuspensionFieldsProps) {
  const isLater = form.values.from !== null;
  const [today] = useState(() => getDay(Date.now(), timeZone));
  const [time, setTime] = useState('08:00');
  const day = form.values.from?.slice(0, 'yyyy-mm-dd'.length) ?? '';
  const plan = (chosenDay: string, chosenTime: string) => {
    setTime(chosenTime);
    form.setFieldValue('from', chosenDay && `${chosenDay}T${chosenTime}`);
  };
  return (
    <>
      <Text below={5} tone="soft">
        All paid features are disabled: assistants are denied paid skills, and their conversations are not recorded. The
        portal stays readable, nothing is deleted, and you can reactivate the company at any time. Administrators are
        notified by e-mail.
      </Text>
      <Stack gap={5}>
        <Textarea
          data-autofocus
          label="Reason"
          description={`Shown to everyone at ${name}.`}
          rows={3}
          aria-required
          {...form.getInputProps('reason')}
        />
        <NativeSelect
          label="Start"
          data={starts}
          value={isLater ? 'later' : 'now'}
          onChange={({ currentTarget }) => form.setFieldValue('from', currentTarget.value === 'later' ? '' : null)}
        />
        {isLater && (
          <FieldGrid>
            <DayField
              label="Date"
              aria-required
              {...form.getInputProps('from')}
              value={day}
              minDate={today}
              onChange={(chosen) => plan(chosen, time)}
            />
            <NativeSelect
              label="Time"
              description={`${getZoneName(timeZone)}, the time zone of ${name}`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={times}
              value={time}
              onChange={({ currentTarget }) => plan(day, currentTarget.value)}
            />
          </FieldGrid>
        )}
      </Stack>
    </>
  );
}
