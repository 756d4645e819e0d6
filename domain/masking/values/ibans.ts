import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

/** The length of the IBANs of a country, by its letters; undefined where it has none. */
export const findIbanLength = (country: string): number | undefined =>
  countrySpecs[country.toUpperCase()]?.chars ?? undefined;

/**
 * Whether country, length, form and check digits are right. The bank's own check digits inside may be wrong: such an account is still
 * written as one.
 * @param text in capitals, without separators
 */
export const isIban = (text: string): boolean =>
  validateIBAN(text).errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
