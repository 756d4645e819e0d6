import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { ListedCompany } from '#contract/companies.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { DayField } from '../../ui/forms/day-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FieldGrid } from '../../ui/forms/form-layout.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { useSuspendCompany } from './companies.queries.ts';

const loadSchema = () => import('#contract/companies.ts').then(({ SuspensionForm }) => SuspensionForm);

const starts = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a later time' },
];

/** Every half hour: '08:00', '08:30'. */
const times = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
});

interface SuspendDialogProps {
  company: ListedCompany;
  onClose: () => void;
}

/** Suspends a company at once, or from a later time of its zone. */
export function SuspendDialog({ company: { id, name, timeZone }, onClose }: SuspendDialogProps) {
  const suspend = useSuspendCompany();
  const { form, formProps, alert, isBusy } = useApiForm<{ reason: string; from: string | null }>({
    initialValues: { reason: '', from: null },
    loadSchema,
    onSubmit: async (body) => {
      await suspend.mutateAsync({ params: { id }, body });
      showToast(body.from === null ? `${name} has been suspended.` : `The suspension of ${name} has been planned.`);
      onClose();
    },
  });
  const isLater = form.values.from !== null;
  const [today] = useState(() => getDay(Date.now(), timeZone));
  const [time, setTime] = useState('08:00');
  const day = form.values.from?.slice(0, 'yyyy-mm-dd'.length) ?? '';
  const plan = (chosenDay: string, chosenTime: string) => {
    setTime(chosenTime);
    form.setFieldValue('from', chosenDay && `${chosenDay}T${chosenTime}`);
  };
  return (
    <Dialog opened onClose={onClose} title={`Suspend ${name}`}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <Text below={5} tone="soft">
          All paid features are disabled: assistants are denied paid skills, and their conversations are not recorded.
          The portal stays readable, nothing is deleted, and you can reactivate the company at any time. Administrators
          are notified by e-mail.
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
        <DialogActions onCancel={onClose} isBusy={isBusy}>
          <Button type="submit" color="red" loading={isBusy}>
            {isLater ? 'Plan suspension' : 'Suspend'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
