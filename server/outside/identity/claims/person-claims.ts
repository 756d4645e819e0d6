import { isEmail, toEmailKey } from '#contract/fields.ts';
import { isStorable } from '../../../lib/storable-text.ts';

/** Characters of a name that an issuer gives to a person or session; longer names are not kept. */
const maxNameLength = 255;

/** The clocks of issuers and of the portal may differ by so much. */
export const clockToleranceSeconds = 60;

/** Whether a token counts now, by the clock port; its times are in seconds since 1970. */
export function isTimely({ exp, nbf, iat }: Claims, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  const [earliest, latest] = [seconds - clockToleranceSeconds, seconds + clockToleranceSeconds];
  const begins = [nbf, iat].filter((time) => typeof time === 'number');
  return (typeof exp !== 'number' || exp > earliest) && begins.every((time) => time <= latest);
}

/** Under these names issuers send an e-mail address, in the order in which they are taken. */
const addressClaims = [
  'email',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'mail',
  'verified_primary_email',
  'emails',
  'upn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn',
  'preferred_username',
  'unique_name',
] as const;

/** Claims of an address to which `email_verified` applies. */
const vouchedClaims: readonly string[] = addressClaims.slice(0, 3);

/** By the standard and by Entra; the others are of services that do not follow it, and can only deny. */
const vouchingClaims = ['email_verified', 'xms_edov'] as const;
const denyingClaims = ['verified_email', 'emailVerified'] as const;

/** The directory of Microsoft's personal accounts, which belongs to no company. */
const personalDirectory = '9188040d-6c67-4c5b-b112-36a304b66dad';

export type Claims = Readonly<Record<string, unknown>>;

/** A name of an issuer that can be kept and compared: a text without control characters. */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= maxNameLength &&
  isStorable(value) &&
  !/\p{Cc}/u.test(value);

export interface PersonAddress {
  /** In lower case; undefined where no claim holds an address. */
  readonly email: string | undefined;
  /** Whether the portal may take the address for the person's. */
  readonly isEmailVerified: boolean;
  /** Claim that decided, or the names of all claims, for those who set the issuer up. */
  readonly found: string;
}

/**
 * The e-mail address that an issuer's claims name. It counts where the issuer says that it is verified; where its word is
 * trusted (`isTrusted`) also where it says nothing, as Entra and ADFS do. What it denies never counts.
 */
export function readAddress(claims: Claims, isTrusted: boolean): PersonAddress {
  const denied = [...vouchingClaims, ...denyingClaims].find((name) => toVouching(claims[name]) === false);
  for (const name of addressClaims) {
    const email = [claims[name]].flat().map(toAddress).find(Boolean);
    if (email === undefined) continue;
    const isVouched =
      name === 'verified_primary_email' ||
      (vouchedClaims.includes(name) && vouchingClaims.some((each) => toVouching(claims[each]) === true));
    const isEmailVerified = denied === undefined && (isVouched || (isTrusted && !isGuest(claims)));
    const guest = isEmailVerified || !isGuest(claims) ? '' : ', of a guest';
    const said = denied === undefined ? guest : `, ${denied}: ${String(claims[denied])}`;
    return { email, isEmailVerified, found: `${name}: ${email}${said}` };
  }
  return { email: undefined, isEmailVerified: false, found: Object.keys(claims).filter(isName).join(', ') };
}

function toAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? value.trim() : '';
  return isEmail(address) ? toEmailKey(address) : undefined;
}

/** Issuers send a boolean, a number or a text. What cannot be read counts as false. */
function toVouching(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isPlain = typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
  return isPlain && /^(?:true|1|yes)$/i.test(String(value).trim());
}

/**
 * Whether the person may belong to another place than the one that the issuer speaks for: a guest or a personal account of
 * Microsoft, whose address is then what that other place says.
 */
function isGuest({ tid, idp, acct }: Claims): boolean {
  if (typeof tid !== 'string') return false;
  const isElsewhere = typeof idp === 'string' && !idp.includes(tid);
  return tid === personalDirectory || isElsewhere || acct === 1 || acct === '1';
}

/** Whether a document lists claims, and none of them is an address. */
export const lacksAddress = (supported: unknown): boolean =>
  Array.isArray(supported) && supported.length > 0 && !addressClaims.some((name) => supported.includes(name));
