import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { parseLimit } from '#features/money/contract/limits.ts';
import type { SupportRequest, TypedSupportRequest } from '#features/company/contract/support-requests.ts';
import { supportTypes } from '#features/company/contract/support-types.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { findCurrentRecord } from '#web/api/form-errors.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { FieldGrid } from '#web/ui/forms/form-layout.tsx';
import { StaleSaveNotice } from '#web/ui/forms/stale-save-notice.tsx';
import { useChangeSupport } from './support.queries.ts';

const loadSchema = () =>
  import('#features/company/contract/support-requests.ts').then((contract) => contract.TypedSupportRequest);

interface SupportRequestDialogProps {
  /** The request to change; undefined for a new one. */
  request: SupportRequest | undefined;
  onClose: () => void;
}

const toTyped = ({ date, type, subject, minutes, cost }: SupportRequest): TypedSupportRequest => ({
  date,
  type,
  subject,
  minutes: minutes === null ? '' : String(minutes),
  cost: cost.toFixed(2),
});

const labels: Record<keyof TypedSupportRequest, string> = {
  date: 'Date',
  type: 'Type',
  subject: 'Subject',
  minutes: 'Minutes (optional)',
  cost: 'Cost',
};

/** Records help that the provider gave the company acted in, or changes what was recorded. */
export function SupportRequestDialog({ request, onClose }: SupportRequestDialogProps) {
  const { companyName, timeZone } = useCurrentUser();
  const [today] = useState(() => getDay(Date.now(), timeZone));
  const { create, update } = useChangeSupport();
  const send = useIdempotentCall();
  const formElement = useRef<HTMLFormElement>(null);
  // The newer record of a save that was refused as stale; the next save stands on it.
  const [newer, setNewer] = useState<SupportRequest>();
  const { form, formProps, alert, isBusy } = useApiForm<TypedSupportRequest>({
    initialValues: request
      ? toTyped(request)
      : { date: today, type: supportTypes[0], subject: '', minutes: '', cost: '' },
    loadSchema,
    onSubmit: async ({ minutes, cost, ...values }) => {
      const typed = minutes.trim();
      const body = { ...values, minutes: typed === '' ? null : Number(typed), cost: parseLimit(cost) ?? 0 };
      if (request) {
        const { version } = newer ?? request;
        try {
          await update.mutateAsync({ params: { _id: request._id }, body: { ...body, version } });
        } catch (error) {
          setNewer((known) => findCurrentRecord<SupportRequest>(error) ?? known);
          throw error;
        }
      } else {
        await send((headers) => create.mutateAsync({ body, headers }));
      }
      showToast(`The support request has been ${request ? 'changed' : 'recorded'}.`);
      onClose();
    },
  });
  const differences = newer ? listDifferences({ labels, theirs: toTyped(newer), mine: form.values }) : [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${request ? 'Change' : 'Record'} support for ${companyName}`}
      widthPx={560}
    >
      <form {...formProps} ref={formElement} autoComplete="off">
        <FormAlert>{differences.length > 0 ? null : alert}</FormAlert>
        {newer && differences.length > 0 && (
          <StaleSaveNotice
            fields={differences}
            onUseTheirs={() => form.setValues(toTyped(newer))}
            onKeepMine={() => formElement.current?.requestSubmit()}
          />
        )}
        <FieldGrid>
          <DayField label={labels.date} aria-required {...form.getInputProps('date')} />
          <NativeSelect label={labels.type} data={[...supportTypes]} {...form.getInputProps('type')} />
          <div data-wide>
            <TextInput data-autofocus label={labels.subject} aria-required {...form.getInputProps('subject')} />
          </div>
          <TextInput label={labels.minutes} inputMode="numeric" {...form.getInputProps('minutes')} />
          <TextInput
            label={labels.cost}
            description="In euros, e.g. 90.00."
            inputMode="decimal"
            leftSection="€"
            aria-required
            {...form.getInputProps('cost')}
          />
        </FieldGrid>
        <DialogActions onCancel={onClose} isBusy={isBusy}>
          <Button type="submit" loading={isBusy}>
            {request ? 'Save' : 'Record'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
