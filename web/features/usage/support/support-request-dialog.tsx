import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parseLimit } from '#contract/billing/limits.ts';
import type { SupportRequest, TypedSupportRequest } from '#contract/billing/support-requests.ts';
import { supportTypes } from '#contract/billing/support-types.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { useIdempotentCall } from '../../../api/use-idempotent-call.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { DayField } from '../../../ui/forms/day-field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { FieldGrid } from '../../../ui/forms/form-layout.tsx';
import { useChangeSupport } from './support.queries.ts';

const loadSchema = () =>
  import('#contract/billing/support-requests.ts').then((contract) => contract.TypedSupportRequest);

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

/** Records help that the provider gave the company acted in, or changes what was recorded. */
export function SupportRequestDialog({ request, onClose }: SupportRequestDialogProps) {
  const { companyName, timeZone } = useCurrentUser();
  const [today] = useState(() => getDay(Date.now(), timeZone));
  const { create, update } = useChangeSupport();
  const send = useIdempotentCall();
  const { form, formProps, alert, isBusy } = useApiForm<TypedSupportRequest>({
    initialValues: request
      ? toTyped(request)
      : { date: today, type: supportTypes[0], subject: '', minutes: '', cost: '' },
    loadSchema,
    onSubmit: async ({ minutes, cost, ...values }) => {
      const typed = minutes.trim();
      const body = { ...values, minutes: typed === '' ? null : Number(typed), cost: parseLimit(cost) ?? 0 };
      if (request) {
        await update.mutateAsync({ params: { _id: request._id }, body: { ...body, version: request.version } });
      } else {
        await send((headers) => create.mutateAsync({ body, headers }));
      }
      showToast(`The support request has been ${request ? 'changed' : 'recorded'}.`);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${request ? 'Change' : 'Record'} support for ${companyName}`}
      widthPx={560}
    >
      <form {...formProps} autoComplete="off">
        <FormAlert>{alert}</FormAlert>
        <FieldGrid>
          <DayField label="Date" aria-required {...form.getInputProps('date')} />
          <NativeSelect label="Type" data={[...supportTypes]} {...form.getInputProps('type')} />
          <div data-wide>
            <TextInput data-autofocus label="Subject" aria-required {...form.getInputProps('subject')} />
          </div>
          <TextInput label="Minutes (optional)" inputMode="numeric" {...form.getInputProps('minutes')} />
          <TextInput
            label="Cost"
            description="In euros, e.g. 90.00."
            inputMode="decimal"
            leftSection="€"
            aria-required
            {...form.getInputProps('cost')}
          />
        </FieldGrid>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {request ? 'Save' : 'Record'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
