import { useState } from 'react';
import { getDay } from '#contract/calendar/zones.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { useUpdateBilledSince } from './companies.queries.ts';

const loadSchema = () =>
  import('#features/company/contract/companies.ts').then(({ BilledSinceForm }) => BilledSinceForm);

interface BilledSinceDialogProps {
  company: ListedCompany;
  onClose: () => void;
}

/** The question for the first day whose runs of a company are billed. */
export function useBilledSince() {
  const [company, ask] = useState<ListedCompany>();
  return { ask, dialog: company && <BilledSinceDialog company={company} onClose={() => ask(undefined)} /> };
}

function BilledSinceDialog({ company: { id, name, timeZone, billedSince }, onClose }: BilledSinceDialogProps) {
  const update = useUpdateBilledSince();
  const [today] = useState(() => getDay(Date.now(), timeZone));
  return (
    <ActionDialog
      title={<bdi>{`First billed day of ${name}`}</bdi>}
      values={{ day: billedSince }}
      loadSchema={loadSchema}
      run={(body) => update.mutateAsync({ params: { id }, body })}
      done={`The first billed day of ${name} has been saved.`}
      label="Save"
      renderFields={(form) => (
        <DayField label="Billed since" aria-required maxDate={today} {...form.getInputProps('day')} />
      )}
      onClose={onClose}
    >
      <Text below={4} tone="soft">
        Requests of earlier days are recorded as history: they are neither billed nor on the usage page. A change is for
        what is reported from now on.
      </Text>
    </ActionDialog>
  );
}
