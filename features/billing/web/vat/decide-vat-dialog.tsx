import { NativeSelect, TextInput } from '@mantine/core';
import type { CompanyVat, VatDecisionForm } from '#features/billing/contract/vat-decisions.ts';
import { vatTreatmentLabels } from '#features/billing/contract/vat-words.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { useDecideVat } from './vat.queries.ts';

const loadSchema = () =>
  import('#features/billing/contract/vat-decisions.ts').then((contract) => contract.VatDecisionForm);

type Values = { treatment: VatDecisionForm['treatment']; reason: string; validFrom: string };

const choices = Object.entries(vatTreatmentLabels).map(([value, label]) => ({ value, label }));

/** For the provider: how VAT is charged to the company acted in from a day on. */
export function DecideVatDialog({ vat, onClose }: { vat: CompanyVat; onClose: () => void }) {
  const decide = useDecideVat();
  const { companyName } = useCurrentUser();
  return (
    <ActionDialog<Values>
      title={`VAT of ${companyName}`}
      values={{ treatment: vat.proposed ?? vat.treatment, reason: '', validFrom: vat.today }}
      loadSchema={loadSchema}
      run={(body) => decide.mutateAsync({ body })}
      done="The decision has been saved."
      label="Save decision"
      renderFields={(form) => (
        <>
          <NativeSelect
            data-autofocus
            label="VAT on invoices"
            data={choices}
            description="Reverse charge needs a VAT number that VIES has confirmed."
            {...form.getInputProps('treatment')}
          />
          <TextInput
            mt="md"
            label="Reason"
            description="Printed on invoices where they are exempt, e.g. the article that exempts them."
            autoComplete="off"
            {...form.getInputProps('reason')}
          />
          <DayField
            mt="md"
            label="From"
            description="Usage is taxed by the decision of the last day of its month. Issued invoices stay as they are."
            {...form.getInputProps('validFrom')}
          />
        </>
      )}
      onClose={onClose}
    />
  );
}
