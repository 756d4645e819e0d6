import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { formatCounted } from '#web/lib/numbers.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { deletionsQuery, useScheduleDeletion } from './companies.queries.ts';

const loadSchema = () => import('#features/company/contract/companies.ts').then(({ DeletionForm }) => DeletionForm);

interface DeletionDialogProps {
  company: ListedCompany;
  onClose: () => void;
}

/** Schedules the deletion of a company. */
export function DeletionDialog({ company: { id, name }, onClose }: DeletionDialogProps) {
  const { data } = useQuery(deletionsQuery);
  const schedule = useScheduleDeletion();
  return (
    <ActionDialog
      title={`Delete ${name}`}
      values={{ name: '', reason: '' }}
      loadSchema={loadSchema}
      run={(body) => schedule.mutateAsync({ params: { id }, body })}
      done={`The deletion of ${name} has been scheduled.`}
      label="Schedule deletion"
      isHarmful
      renderFields={(form) => (
        <Stack gap={5}>
          <TextInput
            data-autofocus
            label="Name of the company"
            description={`Type “${name}” to confirm.`}
            autoComplete="off"
            aria-required
            {...form.getInputProps('name')}
          />
          <Textarea
            label="Reason"
            description={`Shown to everyone at ${name}.`}
            rows={3}
            aria-required
            {...form.getInputProps('reason')}
          />
        </Stack>
      )}
      onClose={onClose}
    >
      <Text below={5} tone="soft">
        {`All data and files of the company are deleted ${data ? `in ${formatCounted(data.waitingDays, 'days')}` : 'later'}, with the accounts of users who have no other company. Until then the company is suspended, can export its data, and you can cancel the deletion. Its SuperAdmins are notified by e-mail. You keep a certificate and the issued invoices.`}
      </Text>
    </ActionDialog>
  );
}
