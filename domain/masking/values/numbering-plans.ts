import { getCountryCallingCode, Metadata, type CountryCode } from 'libphonenumber-js/min';

/**
 * Countries by whose plans numbers without a country code are read. Not Luxembourg, whose plan has numbers of any length; of
 * North America the exchange is looked at too, and of Italy the second digit, because their plans have almost any digits.
 */
const countries = (
  'EE LV LT FI SE NO DK IS PL CZ SK HU RO BG DE AT CH BE NL FR ES PT GR HR SI RS GB IE UA RU TR AU' as const
).split(' ') as CountryCode[];
const others = [String.raw`1?[2-9]\d\d[2-9]\d{6}`, String.raw`0[1-9]\d{5,9}|3\d{8,9}`];

/** Their calling codes. */
export const nearCodes: ReadonlySet<string> = new Set<string>(
  countries.map((country) => getCountryCallingCode(country)),
);

/** Digits that are dialled first within a country, in their older form too; without a plus, they are always there. */
const prefixes: Readonly<Partial<Record<CountryCode, string>>> = { LT: '[08]', RU: '8', HU: '06' };

function toPattern(country: CountryCode): string {
  const of = new Metadata();
  of.selectNumberingPlan(country);
  const plan = of.numberingPlan as unknown as { nationalNumberPattern(): string; nationalPrefix(): string | undefined };
  return `${prefixes[country] ?? plan.nationalPrefix() ?? ''}(?:${plan.nationalNumberPattern()})`;
}

const plans = new RegExp(`^(?:${[...countries.map(toPattern), ...others].join('|')})$`);

/** Whether digits are a number as it is dialled within one of the countries. */
export const isPlanned = (digits: string): boolean => digits.length >= 7 && digits.length <= 13 && plans.test(digits);
