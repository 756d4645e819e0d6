import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { ListedCompany } from '#contract/companies.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './companies-page.module.css';
import { useSuspendCompany } from './companies.queries.ts';

const loadSchema = () => import('#contract/companies.ts').then(({ SuspensionForm }) => SuspensionForm);

const starts = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a later time' },
];

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
  return (
    <Dialog opened onClose={onClose} title={`Suspend ${name}`}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <p className={styles.words}>
          All paid features are disabled: assistants are denied paid skills, and their conversations are not recorded.
          The portal stays readable, nothing is deleted, and you can reactivate the company at any time. Administrators
          are notified by e-mail.
        </p>
        <div className={styles.fields}>
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
            <TextInput
              type="datetime-local"
              label="Date and time"
              description={`In the time zone of ${name}: ${getZoneName(timeZone)}.`}
              aria-required
              {...form.getInputProps('from')}
            />
          )}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {isLater ? 'Plan suspension' : 'Suspend'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
