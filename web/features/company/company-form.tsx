import type { Company } from '#contract/company.ts';
import { useLeaveGuard } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { FieldGrid, FormActions, FormSection } from '../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../ui/forms/form-notices.tsx';
import { UnsavedChangesDialog } from '../../ui/forms/unsaved-changes-dialog.tsx';
import { CompanyFields } from './company-fields.tsx';
import { companyLabels, findDifferences } from './company-form-values.ts';
import { ContactSelect } from './contact-select.tsx';
import { LogoChooser } from './logo-chooser.tsx';
import { useCompanyForm } from './use-company-form.ts';

/** Details, contact persons and logo. Everybody who is signed in may change them. */
export function CompanyForm({ company }: { company: Company }) {
  const { form, alert, newer, isSaving, submit, cancel, useTheirs, keepMine, followLogo } = useCompanyForm(company);
  const guard = useLeaveGuard(() => form.isDirty());
  const getContactProps = (name: 'primaryContact' | 'secondaryContact') => ({
    value: form.values[name],
    onChange: (email: string) => form.setFieldValue(name, email),
    error: form.errors[name],
    'data-path': name,
  });
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices
        alert={alert}
        staleFields={newer && findDifferences(newer, form.values)}
        onUseTheirs={useTheirs}
        onKeepMine={keepMine}
      />
      <CompanyFields form={form} />
      <FormSection title="Contact persons" description="Whom to turn to about contracts, invoices and incidents.">
        <FieldGrid>
          <ContactSelect label={companyLabels.primaryContact} {...getContactProps('primaryContact')} />
          <ContactSelect label={companyLabels.secondaryContact} {...getContactProps('secondaryContact')} />
        </FieldGrid>
      </FormSection>
      <FormSection title="Logo" description="Uploaded and removed at once, apart from the fields above.">
        <LogoChooser logo={company.logo} onChange={followLogo} />
      </FormSection>
      <FormActions saveLabel="Save changes" onCancel={() => void cancel()} saving={isSaving} />
      <UnsavedChangesDialog
        opened={guard.isHeld}
        isSignedOut={guard.nextPath === paths.login()}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
    </form>
  );
}
