import { findVatProblem } from '#features/billing/contract/vat-numbers.ts';
import type { CompanyUpdate } from '#features/company/contract/company.ts';

export const companyLabels = {
  companyName: 'Company name',
  vatNumber: 'VAT number',
  country: 'Country',
  address_1: 'Address line 1',
  address_2: 'Address line 2',
  region: 'Region',
  city: 'City',
  zip: 'ZIP or postal code',
  invoiceReference: 'PO number or customer reference',
  peppolId: 'Peppol ID for e-invoices',
  billingEmail: 'Billing e-mail',
  primaryContact: 'Primary contact',
  secondaryContact: 'Secondary contact',
  timeZone: 'Time zone',
} as const;

export type CompanyField = keyof typeof companyLabels;

/** The values of the company form; null is an empty text. */
export type CompanyValues = Record<CompanyField, string> & { hasOtherVatNumber: boolean };

type ShownCompany = { readonly [Field in CompanyField]?: string | null | undefined };

/** A withheld field is an empty text. */
export function toCompanyValues(company: ShownCompany): CompanyValues {
  const fields = Object.keys(companyLabels) as CompanyField[];
  const { country, vatNumber } = company;
  return {
    ...(Object.fromEntries(fields.map((field) => [field, company[field] ?? ''])) as Record<CompanyField, string>),
    // So that a profile with such a number can be saved again.
    hasOtherVatNumber: findVatProblem(country ?? '', vatNumber ?? '') !== undefined && Boolean(vatNumber),
  };
}

interface SavedVersion {
  readonly version: number;
  /** Whether the user may change the VAT number; others leave it out. */
  readonly sendsVatNumber: boolean;
}

/** Sends empty optional fields as null (section 5). The required fields have been validated. */
export function toCompanyUpdate(values: CompanyValues, { version, sendsVatNumber }: SavedVersion): CompanyUpdate {
  const {
    vatNumber,
    hasOtherVatNumber,
    address_2,
    region,
    invoiceReference,
    peppolId,
    billingEmail,
    primaryContact,
    secondaryContact,
    ...required
  } = values;
  return {
    ...required,
    ...(sendsVatNumber && { vatNumber, hasOtherVatNumber }),
    address_2: address_2 || null,
    region: region || null,
    invoiceReference: invoiceReference || null,
    peppolId: peppolId || null,
    billingEmail: billingEmail || null,
    primaryContact: primaryContact || null,
    secondaryContact: secondaryContact || null,
    version,
  };
}
