import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { CompanyForm } from '#contract/company.ts';
import type { Company } from '#contract/company.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { applyProblem, findCurrentRecord } from '../../api/form-errors.ts';
import { showToast } from '../../ui/toast-store.ts';
import { toCompanyUpdate, toCompanyValues } from './company-form-values.ts';
import { useReloadCompany, useSaveCompany } from './company.queries.ts';

/** The company form's state: its fields, the version they stand on, and a refused save that awaits a decision. */
export function useCompanyForm(company: Company) {
  const saveCompany = useSaveCompany();
  const reloadCompany = useReloadCompany();
  const [savedVersion, setSavedVersion] = useState(company.version);
  const [newer, setNewer] = useState<Company>();
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm({
    initialValues: toCompanyValues(company),
    validate: schemaResolver(CompanyForm, { sync: true }),
  });

  function adopt(record: Company) {
    form.setInitialValues(toCompanyValues(record));
    form.reset();
    setSavedVersion(record.version);
    setNewer(undefined);
    setAlert(null);
  }

  async function save(version: number) {
    setAlert(null);
    try {
      adopt(await saveCompany.mutateAsync({ body: toCompanyUpdate(form.getValues(), version) }));
      showToast('The company information has been saved.');
    } catch (error) {
      const current = findCurrentRecord<Company>(error);
      setNewer(current);
      if (!current) setAlert(applyProblem(form, error));
    }
  }

  async function cancel() {
    try {
      adopt(await reloadCompany());
    } catch (error) {
      form.reset();
      showToast(toErrorWords(error), 'error');
    }
  }

  return {
    form,
    alert,
    newer,
    isSaving: saveCompany.isPending,
    submit: form.onSubmit(
      () => save(savedVersion),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    cancel,
    useTheirs: () => newer && adopt(newer),
    keepMine: () => newer && save(newer.version),
    followLogo: (changed: Company) => setSavedVersion((version) => followVersion(version, changed.version)),
  };
}

/** The logo has calls of its own. Its new version is taken over only where nothing else has changed with it. */
function followVersion(version: number, logoVersion: number): number {
  return logoVersion === version + 1 ? logoVersion : version;
}
