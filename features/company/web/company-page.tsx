import { schemaResolver } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { checkVatNumber, CompanyForm as CompanySchema, type Company } from '#features/company/contract/company.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { WithheldNotice } from '#web/records/withheld-notice.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { TimeZoneSelect } from '#web/ui/forms/time-zone-select.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CompanyFields } from './company-fields.tsx';
import { companyLabels, toCompanyUpdate, toCompanyValues } from './company-form-values.ts';
import { companyQuery, useReloadCompany, useUpdateCompany } from './company.queries.ts';
import { ContactSelect } from '#web/records/contact-select/contact-select.tsx';
import { LogoChooser } from './logo-chooser.tsx';

/** `/settings/company`: company information, contact persons and logo (section 2.3). */
export function CompanyPage() {
  return (
    <>
      <PageHeader title="Company information" purpose="Used for billing and to represent your company." />
      <LoadedForm />
    </>
  );
}

/** The form opens on the company as it was loaded on entering the area, or on a newer one where that is old. */
function LoadedForm() {
  const { data, isFetching } = useQuery(companyQuery);
  const [isOpen, setOpen] = useState(false);
  if (data && !isFetching && !isOpen) setOpen(true);
  if (!data || !isOpen) return <SkeletonForm fieldCount={8} label="Loading the company information" />;
  return <CompanyForm company={data} />;
}

/** Details, contact persons and logo, for users who may change them; others only read them. */
function CompanyForm({ company }: { company: Company }) {
  const state = useCompanyForm(company);
  const { form, cancel, followLogo } = state;
  const { timeZone } = useCurrentUser();
  const getContactProps = (name: 'primaryContact' | 'secondaryContact') => ({
    label: companyLabels[name],
    value: form.values[name],
    onChange: (email: string) => form.setFieldValue(name, email),
    error: form.errors[name],
    'data-path': name,
  });
  const isReadOnly = !can(useCurrentUser(), 'company.update');
  return (
    <RecordForm state={state} saveLabel="Save changes" onCancel={() => void cancel()} isReadOnly={isReadOnly}>
      {isReadOnly && <WithheldNotice>Only your company’s administrators can change company data.</WithheldNotice>}
      <CompanyFields form={form} />
      <FormSection title="Contact persons" description={<ContactPurpose />}>
        <FieldGrid>
          <ContactSelect {...getContactProps('primaryContact')} />
          <ContactSelect {...getContactProps('secondaryContact')} />
        </FieldGrid>
      </FormSection>
      <FormSection
        title="Time zone"
        description="Used for days, months, limits and invoices. Changes apply from the next month."
      >
        <TimeZoneSelect
          label={companyLabels.timeZone}
          description={state.base.timeZoneFrom && <PresentZone {...state.base} from={state.base.timeZoneFrom} />}
          {...form.getInputProps('timeZone')}
        />
      </FormSection>
      <FormSection title="Currency and period" description="Used for usage, limits and invoices.">
        <p>
          <span>{`Amounts are in ${state.base.details.currency} and counted ${state.base.details.period}. The company information was last updated `}</span>
          <time dateTime={state.base.details.lastUpdated}>
            {formatDateTime(state.base.details.lastUpdated, timeZone)}
          </time>
          .
        </p>
      </FormSection>
      <FormSection title="Logo" description="Logo changes are saved immediately.">
        <LogoChooser logo={company.logo} onChange={followLogo} />
      </FormSection>
    </RecordForm>
  );
}

/** Explains the contact persons. A SuperAdmin chooses on the page of notifications who gets which e-mails. */
function ContactPurpose() {
  return (
    <span>
      The primary contact receives new invoices, the secondary contact news of maintenance and incidents. SuperAdmins
      can change this under Notifications.
    </span>
  );
}

/** Which zone counts now, where another one is planned. */
function PresentZone({ timeZone, from }: { timeZone: string; from: string }) {
  const user = useCurrentUser();
  return <span>{`${timeZone} applies from ${formatShortDay(from)}. Until then: ${getZoneName(user.timeZone)}.`}</span>;
}

/** The state of the company form. Cancel reloads the company (section 2.3). */
function useCompanyForm(company: Company) {
  const updateCompany = useUpdateCompany();
  const canChangeVat = can(useCurrentUser(), 'company.change-vat-number');
  const reloadCompany = useReloadCompany();
  const state = useRecordForm({
    record: company,
    toValues: toCompanyValues,
    validate: schemaResolver(
      canChangeVat ? CompanySchema.superRefine(checkVatNumber) : CompanySchema.omit({ vatNumber: true }).loose(),
      {
        sync: true,
      },
    ),
    save: (values, base) =>
      updateCompany.mutateAsync({
        body: toCompanyUpdate(values, { version: base.version, sendsVatNumber: canChangeVat }),
      }),
    onSaved: () => showToast('The company information has been saved.'),
    listDifferences: (newer, mine) =>
      listDifferences({ labels: { ...companyLabels, hasOtherVatNumber: null }, theirs: toCompanyValues(newer), mine }),
  });

  async function cancel() {
    try {
      state.adopt(await reloadCompany());
    } catch (error) {
      state.adopt(state.base);
      showToast(toErrorWords(error), 'error');
    }
  }

  /** Takes over the version of a changed logo, unless other changes were saved before it: they would go unnoticed. */
  function followLogo(changed: Company) {
    state.setBase((base) => (changed.version === base.version + 1 ? { ...base, version: changed.version } : base));
  }

  return { ...state, cancel, followLogo };
}
