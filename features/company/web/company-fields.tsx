import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { countries } from '#features/billing/contract/countries.ts';
import { hasVatFormat } from '#features/billing/contract/vat-numbers.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Fragment, useState } from 'react';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { companyLabels, type CompanyField, type CompanyValues } from './company-form-values.ts';
import { OptionalLabel } from '#web/ui/forms/optional-label.tsx';

interface FieldFacts {
  readonly name: Exclude<CompanyField, 'country' | 'primaryContact' | 'secondaryContact' | 'timeZone'>;
  readonly autoComplete: string;
  readonly isOptional?: true;
  /** Spans the whole row. */
  readonly isWide?: true;
}

const identityFields: readonly FieldFacts[] = [
  { name: 'companyName', autoComplete: 'organization' },
  { name: 'vatNumber', autoComplete: 'off' },
  { name: 'invoiceReference', autoComplete: 'off', isOptional: true, isWide: true },
  { name: 'peppolId', autoComplete: 'off', isOptional: true, isWide: true },
  { name: 'billingEmail', autoComplete: 'email', isOptional: true, isWide: true },
];

const addressFields: readonly FieldFacts[] = [
  { name: 'region', autoComplete: 'address-level1', isOptional: true },
  { name: 'address_1', autoComplete: 'address-line1', isWide: true },
  { name: 'address_2', autoComplete: 'address-line2', isOptional: true, isWide: true },
  { name: 'city', autoComplete: 'address-level2' },
  { name: 'zip', autoComplete: 'postal-code' },
];

type CompanyFormState = UseFormReturnType<CompanyValues>;

/** The text fields of the company form (section 5). */
export function CompanyFields({ form }: { form: CompanyFormState }) {
  return (
    <>
      <FormSection title="Company" description="Shown on your invoices.">
        <FieldGrid>
          {identityFields.map((field) => (
            <Fragment key={field.name}>
              <CompanyTextField form={form} {...field} />
              {field.name === 'vatNumber' && <OtherVatNumberField form={form} />}
            </Fragment>
          ))}
        </FieldGrid>
      </FormSection>
      <FormSection title="Address" description="The registered address of your company.">
        <FieldGrid>
          <CountryField form={form} />
          {addressFields.map((field) => (
            <CompanyTextField key={field.name} form={form} {...field} />
          ))}
        </FieldGrid>
      </FormSection>
    </>
  );
}

function CompanyTextField({ form, name, autoComplete, isOptional, isWide }: FieldFacts & { form: CompanyFormState }) {
  const user = useCurrentUser();
  const withheld = name === 'vatNumber' ? getWithheld(user) : {};
  return (
    <TextInput
      wrapperProps={{ 'data-wide': isWide }}
      label={isOptional ? <OptionalLabel>{companyLabels[name]}</OptionalLabel> : companyLabels[name]}
      autoComplete={autoComplete}
      aria-required={!isOptional}
      {...form.getInputProps(name)}
      {...withheld}
    />
  );
}

/** Shown with the right to change the number, where the numbers of the country are checked. */
function OtherVatNumberField({ form }: { form: CompanyFormState }) {
  const user = useCurrentUser();
  if (!can(user, 'company.change-vat-number') || !hasVatFormat(form.values.country)) return null;
  return (
    <div data-wide>
      <Checkbox
        label="I have another number"
        description={`For a number that is no VAT number of ${form.values.country}. It is not checked.`}
        {...form.getInputProps('hasOtherVatNumber', { type: 'checkbox' })}
      />
    </div>
  );
}

/** Answers props that disable the VAT number and explain why, for users without the right to change it. */
function getWithheld(holder: CapabilityHolder) {
  if (can(holder, 'company.change-vat-number')) return {};
  const words = can(holder, 'company.see-vat-number')
    ? 'Only your company’s administrators can change the VAT number.'
    : 'Your company’s administrators have restricted access to the VAT number.';
  return { disabled: true, description: words };
}

/** Made once: the same elements are not compared again with each typed character of the form. */
const countryOptions = countries.map((country) => <option key={country}>{country}</option>);

/** A country that was stored as free text stays in view until another one is chosen. */
function CountryField({ form }: { form: CompanyFormState }) {
  const [stored] = useState(form.values.country);
  return (
    <NativeSelect
      label={companyLabels.country}
      autoComplete="country-name"
      aria-required
      {...form.getInputProps('country')}
    >
      <option value="">Please choose</option>
      {stored !== '' && !countries.includes(stored) && <option>{stored}</option>}
      {countryOptions}
    </NativeSelect>
  );
}
