import * as z from 'zod';
import { countries } from '#features/billing/contract/countries.ts';
import { parsePeppolId, peppolIdMaxLength } from '#features/billing/contract/e-invoice/peppol-ids.ts';
import { findVatProblem } from '#features/billing/contract/vat-numbers.ts';
import { isZoneName } from '#contract/calendar/zone-names.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { emailField, Instant, nameText, optionalText, requiredText, textMaxLength, Version } from '#contract/fields.ts';

const endpoint = defineEndpoints('Company', 'dev');

const required = { required: 'The field is required!', empty: 'The field can not be empty!' };
const text = () => requiredText(required);

/** An e-mail address; empty for none. Those of contact persons are of users of the company. */
const emailOrNone = () =>
  z
    .union([
      z.literal(''),
      emailField({
        required: 'The field is required!',
        empty: 'The field can not be empty!',
        invalid: 'The input is not a valid email address!',
      }),
    ])
    .nullish();

/** The IANA name of a zone. */
export const ZoneName = z
  .string({ error: 'The field is required!' })
  .max(60, { error: 'This time zone is not known.' })
  .refine(isZoneName, { error: 'This time zone is not known.' });

const invoiceReferenceMaxLength = 60;

/** The company form of sections 2.3 and 5. Empty strings of the optional fields are stored as null. */
export const CompanyForm = z.strictObject({
  companyName: nameText({ ...required, maxLength: textMaxLength }),
  vatNumber: text(),
  /** The number is none of those that the country's VAT numbers look like, and is taken as it is. Not stored. */
  hasOtherVatNumber: z.boolean().optional(),
  country: text().refine((name) => name.trim() === '' || countries.includes(name), {
    error: 'Please choose a country from the list.',
  }),
  address_1: text(),
  address_2: optionalText(),
  region: optionalText(),
  city: text(),
  zip: text(),
  /** Printed on invoices from now on, e.g. a PO number; missing keeps it. */
  invoiceReference: optionalText(invoiceReferenceMaxLength),
  /** The address at Peppol for its electronic invoices, e.g. `0191:12345678`; missing keeps it. */
  peppolId: optionalText(peppolIdMaxLength).refine((id) => !id || parsePeppolId(id) !== undefined, {
    error: 'Enter a Peppol ID, e.g. 0191:12345678.',
  }),
  /** Gets the invoices beside the administrators, in place of the primary contact; missing keeps it. */
  billingEmail: emailOrNone(),
  primaryContact: emailOrNone(),
  secondaryContact: emailOrNone(),
  /** Counts from the next period on; missing keeps it. */
  timeZone: ZoneName.optional(),
});
export type CompanyForm = z.infer<typeof CompanyForm>;

interface TypedVatNumber {
  readonly country: string;
  readonly vatNumber?: string | undefined;
  readonly hasOtherVatNumber?: boolean | undefined;
}

/** For the company form, beside its schema: the VAT number is one of the country, unless another one is meant. */
export function checkVatNumber(
  { country, vatNumber, hasOtherVatNumber = false }: TypedVatNumber,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const message = vatNumber?.trim() && !hasOtherVatNumber ? findVatProblem(country, vatNumber) : undefined;
  if (message !== undefined) addIssue({ code: 'custom', path: ['vatNumber'], message });
}

export const CompanyUpdate = CompanyForm.extend({
  /** Needed of callers who may change it; others leave it out. */
  vatNumber: text().optional(),
  logo: z.string().max(100).nullish(),
  /** Ignored, because it follows from `timeZone`; here so that a client can send back the company as it got it. */
  timeZoneFrom: z.iso.date().nullish(),
  /** Ignored like `timeZoneFrom`. */
  details: z.unknown().optional(),
  version: Version.optional(),
}).superRefine(checkVatNumber);
export type CompanyUpdate = z.infer<typeof CompanyUpdate>;

/** Section 3, the details of the company settings: how its money is counted, and when the company last changed. */
const CompanyDetails = z.object({
  /** ISO 4217. */
  currency: z.string(),
  period: z.literal('monthly'),
  lastUpdated: Instant,
});

/** Section 3, company info. `logo` is a file key. Most fields of a new company are null. */
export const Company = z.object({
  companyName: z.string(),
  /** Missing where the caller may not see it. */
  vatNumber: z.string().nullable().optional(),
  country: z.string().nullable(),
  address_1: z.string().nullable(),
  address_2: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  invoiceReference: z.string().nullable(),
  peppolId: z.string().nullable(),
  billingEmail: z.string().nullable(),
  primaryContact: z.string().nullable(),
  secondaryContact: z.string().nullable(),
  logo: z.string().nullable(),
  /** The name of the zone that was chosen last. */
  timeZone: z.string(),
  /** The first day on which it counts; null where that has come. */
  timeZoneFrom: z.iso.date().nullable(),
  details: CompanyDetails,
  version: z.int(),
});
export type Company = z.infer<typeof Company>;

/** 2 MB; the body is the bytes of the picture. */
export const logoMaxBytes = 2 * 1024 * 1024;

export const companyContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/info',
    summary: 'Get the details of the company',
    access: 'company.read',
  }).output(Company),

  update: endpoint({
    method: 'PUT',
    path: '/company/info',
    summary: 'Update the details and contact persons of the company',
    access: 'company.update',
    problems: ['record.stale', 'company.contact-unknown'],
  })
    .input(z.object({ body: CompanyUpdate }))
    .output(Company),

  updateLogo: endpoint({
    method: 'PUT',
    path: '/company/logo',
    summary: 'Update the logo; the body is a PNG or JPEG image',
    access: 'company.update',
    bodyLimitBytes: logoMaxBytes,
    takesFile: true,
    deferrable: 'upload',
    problems: ['company.logo-refused'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(Company),

  deleteLogo: endpoint({
    method: 'DELETE',
    path: '/company/logo',
    summary: 'Delete the logo',
    access: 'company.update',
  }).output(Company),

  closeFirstSteps: endpoint({
    method: 'DELETE',
    path: '/company/first-steps',
    summary: 'Put the first steps of the company away, for everyone in it',
    // Of those who set the company up.
    access: 'rights.manage',
  }).output(z.object({ isClosed: z.literal(true) })),
};
