/** The issuer where none is set. Its registration number and BIC are never those of another name or account. */
export const exampleProvider = {
  name: 'Steward OÜ',
  registrationNumber: '10203040',
  iban: 'EE382200221020145685',
  bic: 'HABAEE2X',
  address: 'Telliskivi 60a, 10412 Tallinn, Estonia',
  vatNumber: 'EE102030402',
  phone: '+372 600 0000',
} as const;

/** Lists the variables that are still those of the example. */
export function listOfExample(env: Readonly<Record<string, unknown>>): string[] {
  const { name, address, vatNumber, iban, phone } = exampleProvider;
  const values = {
    PROVIDER_NAME: name,
    PROVIDER_ADDRESS: address,
    PROVIDER_VAT_NUMBER: vatNumber,
    PROVIDER_IBAN: iban,
    SUPPORT_PHONE: phone,
  };
  return Object.entries(values).flatMap(([key, value]) => (env[key] === value ? key : []));
}
