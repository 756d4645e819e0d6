import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type * as Age from 'age-encryption';
import * as z from 'zod';
import { isSharedIssuer } from '#features/sign-in/contract/shared-issuers.ts';
import { sslModes, tlsFiles } from '../lib/database-tls.ts';

/*
 * Kinds of values of environment variables. Each message goes on after the variable's name, in one line that says what it must
 * be. What can be checked without a call is checked here, because a wrong value is else found at night.
 */

/** A name or sentence for screens and mails. */
export const line = (maxLength = 200) =>
  z.string().regex(new RegExp(`^\\P{Cc}{1,${maxLength}}$`, 'u'), `must be one line of at most ${maxLength} characters`);
export const text = (fallback: string) => line().default(fallback);

/** An identifier as another service gave it. */
export const word = () => z.string().regex(/^[!-~]{1,1000}$/, 'must be of letters, digits and signs, without blanks');

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const flag = () => z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

/** Whole numbers, written in digits alone. */
export const wholeNumber = (pattern: RegExp, error: string) => z.string().regex(pattern, error).transform(Number);

export const readBy = <T>(parse: (value: string) => T | undefined, error: string) =>
  z.string().transform((value, context) => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** An address of one of these protocols that `isRight` accepts. */
function address(protocols: readonly string[], error: string, isRight: (url: URL) => boolean = () => true) {
  return z.string().refine((value) => {
    const url = /[\s\\]/.test(value) ? null : URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && isDecodable(url) && isRight(url);
  }, error);
}

/** A `%` in a password has to be written as `%25`. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a file that the user of this program can read. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A name as networks of containers have it too, or an address. Other signs come from a line that was copied with its end. */
const isHost = ({ hostname }: URL) => /^[\w.-]+$/.test(hostname) || hostname.startsWith('[');

const web = ['http:', 'https:'];
const hasNoLogin = ({ username, password }: URL) => username === '' && password === '';
const hasNoEnd = ({ search, hash }: URL) => search === '' && hash === '';

/** Address of a service that the portal calls. */
export const webUrl = () =>
  address(
    web,
    'must be an address like https://service.example',
    (url) => hasNoLogin(url) && url.hash === '' && isHost(url),
  );
/** Address of a sign-in service, whose users belong to one organization. */
export const issuerUrl = () =>
  webUrl()
    .refine(
      (value) => !isSharedIssuer(value),
      'must name one directory of Microsoft, like https://login.microsoftonline.com/<directory ID>/v2.0',
    )
    .refine(
      (value) => !/\/\.well-known\/|\?/.test(value),
      'must be the issuer as its configuration names it, without /.well-known/openid-configuration or a query',
    );
/** Whether a browser can open the address: no pattern, no port 0, and not every address of a machine. */
const isOpenable = ({ hostname, port }: URL) =>
  port !== '0' && !['0.0.0.0', '[::]'].includes(hostname) && (hostname.startsWith('[') || hostPattern.test(hostname));
/** Address of the portal: the root of its host, because cookies, links and redirect addresses rely on it. */
export const ownUrl = () =>
  address(
    web,
    'must be an address like https://portal.example, without a path, a query or a password',
    (url) => hasNoLogin(url) && hasNoEnd(url) && /^\/*$/.test(url.pathname) && isOpenable(url),
  );
export const postgresUrl = () =>
  address(
    ['postgres:', 'postgresql:'],
    'must be an address like postgresql://user:password@host:5432/steward, with a host and the name of the database',
    (url) => (isHost(url) || (url.hostname === '' && url.searchParams.has('host'))) && /^\/[^/]+$/.test(url.pathname),
  )
    .refine(
      (value) => {
        const mode = URL.parse(value)?.searchParams.get('sslmode') ?? null;
        return mode === null || sslModes.some((each) => each === mode);
      },
      `must have an sslmode of ${sslModes.join(', ')}`,
    )
    .refine(
      (value) =>
        tlsFiles.every((name) => {
          const file = URL.parse(value)?.searchParams.get(name) ?? null;
          return file === null || file === 'system' || isReadableFile(file);
        }),
      `must name files that this user can read as ${tlsFiles.join(', ')}`,
    );
export const mailUrl = () =>
  address(
    ['smtp:', 'smtps:'],
    'must be an address like smtp://user:password@mail.example:587, with what is no letter or digit of a password percent-encoded (/ is %2F)',
    (url) => isHost(url) && url.port !== '0' && /^\/?$/.test(url.pathname) && url.hash === '',
  );
/** A path of the portal or an address elsewhere. */
export const webPath = () =>
  z
    .string()
    .refine(
      (value) =>
        /^\/(?!\/)[!-~]*$/.test(value) || (!/\s/.test(value) && web.includes(URL.parse(value)?.protocol ?? '')),
      'must be a path like /api or an address like https://portal.example/api',
    );

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const hostPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*\\.?$`);

/** Address or host name to listen on. Digits and dots alone must be a valid address. */
export const listenHost = () =>
  z
    .string()
    .refine(
      (value) => (isIP(value) !== 0 && !value.includes('%')) || (hostPattern.test(value) && !/^[\d.]+$/.test(value)),
      'must be an address or name of this machine, like 127.0.0.1 or 0.0.0.0, without a port',
    );
export const siteName = () => z.string().regex(hostPattern, 'must be the name of a site, like portal.example');

export const folder = () =>
  line(4000)
    .refine(
      (value) => !value.startsWith('~'),
      'must be the path of a folder; ~ is a sign of the shell, which is not known here',
    )
    .refine((value) => isTrimmed(value), 'must be the path of a folder, without a blank before or after it')
    .refine((value) => !value.includes('://'), 'must be the path of a folder on this machine, and no address');

/** A line break of a file or a blank of a copied line would be a part of the secret, and lost when it is copied again. */
export const isTrimmed = (value: string) => value === value.trim();
export const trimmedError = 'must not begin or end with a blank or a line break';

/** How many different characters a secret has at least; a random one of 32 hexadecimal digits has about fourteen. */
const minDifferent = 8;
const secretError = `must be at least 32 characters long, of at least ${minDifferent} different ones (openssl rand -hex 32)`;
export const longSecret = () =>
  z
    .string()
    .refine((value) => value.trim().length >= 32 && new Set(value.trim()).size >= minDifferent, secretError)
    .refine(isTrimmed, trimmedError);
/** Keys of before stay as weak as they were. */
export const longSecrets = () =>
  z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'must be keys of at least 32 characters, with commas between',
    );

/** Checks what is typed by hand as it is used at night; the library is loaded where the variable is set. */
export const agePublicKeys = () =>
  z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every(isAgePublicKey),
      'must be whole public keys of age (age1… of age-keygen), with commas between',
    );

function isAgePublicKey(key: string): boolean {
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as typeof Age;
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

export const bucketName = () =>
  z
    .string()
    .regex(
      /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 of a to z, 0 to 9, dots and hyphens',
    );

/** `Name <address>` or an address. */
export const mailbox = () =>
  line().refine((value) => {
    const [, name = '', bare = value] = /^([^<>@]*)<([^<>]+)>$/.exec(value) ?? [];
    return z.email().safeParse(bare.trim()).success && !/[\r\n]/.test(name);
  }, 'must be one sender like Steward <no-reply@portal.example>');

export const phoneNumber = () =>
  z.string().regex(/^(?=(?:\D*\d){3})[+\d()][\d \u00A0()./-]{2,39}$/, 'must be a telephone number like +372 600 0000');

/** Lines with commas between, as they stand below each other. */
export const addressLines = () =>
  line(400).refine(
    (value) => value.split(',').every((part) => part.trim() !== ''),
    'must be the lines of an address with commas between, none of them empty',
  );
