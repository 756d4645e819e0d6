import type { Company, CompanyUpdate } from '#contract/company.ts';

export const companyLabels = {
  companyName: 'Company name',
  vatNumber: 'VAT number',
  country: 'Country',
  address_1: 'Address line 1',
  address_2: 'Address line 2',
  region: 'Region',
  city: 'City',
  zip: 'ZIP or postal code',
  primaryContact: 'Primary contact',
  secondaryContact: 'Secondary contact',
} as const;

export type CompanyField = keyof typeof companyLabels;

/** What the fields of the company form hold; what is not there yet is an empty text. */
export type CompanyValues = Record<CompanyField, string>;

const companyFields = Object.keys(companyLabels) as CompanyField[];

export function toCompanyValues(company: Record<CompanyField, string | null>): CompanyValues {
  return mapFields((field) => company[field] ?? '');
}

/** Section 5: empty strings are sent as null. The required fields have been checked, so none of those is empty. */
export function toCompanyUpdate(values: CompanyValues, version: number): CompanyUpdate {
  const { address_2, region, primaryContact, secondaryContact, ...required } = values;
  return {
    ...required,
    address_2: address_2 || null,
    region: region || null,
    primaryContact: primaryContact || null,
    secondaryContact: secondaryContact || null,
    version,
  };
}

/** The fields in which the newer record differs from what the person wants to save. */
export function findDifferences(theirs: Company, mine: CompanyValues) {
  const theirValues = toCompanyValues(theirs);
  return companyFields
    .filter((field) => theirValues[field] !== mine[field])
    .map((field) => ({ label: companyLabels[field], theirs: theirValues[field], yours: mine[field] }));
}

function mapFields(getValue: (field: CompanyField) => string): CompanyValues {
  return Object.fromEntries(companyFields.map((field) => [field, getValue(field)])) as CompanyValues;
}
