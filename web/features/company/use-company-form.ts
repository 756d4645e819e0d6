import { schemaResolver } from '@mantine/form';
import { CompanyForm } from '#contract/company.ts';
import type { Company } from '#contract/company.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { useVersionedForm } from '../../api/use-versioned-form.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { toCompanyUpdate, toCompanyValues } from './company-form-values.ts';
import { useReloadCompany, useSaveCompany } from './company.queries.ts';

/** The company form. Cancel reloads the company (section 2.3). */
export function useCompanyForm(company: Company) {
  const saveCompany = useSaveCompany();
  const reloadCompany = useReloadCompany();
  const state = useVersionedForm({
    record: company,
    toValues: toCompanyValues,
    validate: schemaResolver(CompanyForm, { sync: true }),
    save: (values, base) => saveCompany.mutateAsync({ body: toCompanyUpdate(values, base.version) }),
    onSaved: () => showToast('The company information has been saved.'),
  });

  async function cancel() {
    try {
      state.adopt(await reloadCompany());
    } catch (error) {
      state.adopt(state.base);
      showToast(toErrorWords(error), 'error');
    }
  }

  /** The logo has calls of its own. Its version is taken over only where nothing else has changed along with it. */
  function followLogo(changed: Company) {
    state.setBase((base) => (changed.version === base.version + 1 ? { ...base, version: changed.version } : base));
  }

  return { ...state, cancel, followLogo };
}
