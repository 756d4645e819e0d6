/** Error of the SMTP client. */
export interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  /** The command of SMTP that was denied. */
  readonly command?: string;
  readonly message?: string;
}

interface Reason {
  readonly fits: (failure: SmtpFailure) => boolean;
  /** `{}`: the number that the server answered. */
  readonly text: string;
}

const isOf =
  (...codes: readonly string[]) =>
  ({ code }: SmtpFailure) =>
    codes.includes(code ?? '');
const says =
  (pattern: RegExp) =>
  ({ message = '' }: SmtpFailure) =>
    pattern.test(message);
const isBetween = ({ responseCode = 0 }: SmtpFailure, from: number, until: number) =>
  responseCode >= from && responseCode < until;

/** Whether the server denies login or sender, so that a setting of the operator is wrong and not the mail. */
export const isAboutSender = ({ command = '', responseCode }: SmtpFailure): boolean =>
  /^MAIL\b/.test(command) || [530, 534, 535, 538].includes(responseCode ?? 0);

const noServer =
  'no mail server greets at the host and port of SMTP_URL: correct them; a port that begins with TLS (often 465) needs smtps://';

/** The first that fits counts. */
const reasons: readonly Reason[] = [
  {
    fits: says(/wrong version number|packet length too long|http request|record layer/i),
    text: 'the mail server does not begin with TLS at this port: set smtp:// in SMTP_URL, or its port for TLS (often 465)',
  },
  {
    fits: says(/certificate|self.signed|altnames|unable to verify/i),
    text: 'the certificate of the mail server is not trusted, has expired or is of another host: correct the host in SMTP_URL, or name its authority by NODE_EXTRA_CA_CERTS',
  },
  { fits: isOf('EDNS', 'ENOTFOUND', 'EAI_AGAIN'), text: 'the host of SMTP_URL is not known: correct it' },
  {
    fits: says(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/),
    text: 'nothing listens at the host and port of SMTP_URL: start the mail server, or correct them',
  },
  {
    fits: isOf('ETLS'),
    text: 'the mail server offers no encryption (STARTTLS), which SMTP_URL demands: set smtps:// and its port for TLS',
  },
  {
    fits: (failure) => failure.responseCode === 530,
    text: 'the mail server wants a login ({}): put user and password into SMTP_URL',
  },
  {
    fits: (failure) => isOf('EAUTH')(failure) || isAboutSender({ ...failure, command: '' }),
    text: 'the mail server denied the login ({}): correct user and password in SMTP_URL',
  },
  {
    fits: (failure) => isAboutSender(failure) && isBetween(failure, 500, 600),
    text: 'the mail server does not take the sender ({}): correct MAIL_FROM, or allow it there',
  },
  {
    fits: (failure) => isBetween(failure, 400, 500),
    text: 'the mail server takes nothing now ({}): it is tried again',
  },
  {
    fits: (failure) => isOf('EPROTOCOL')(failure) && isBetween(failure, 500, 600),
    text: 'the mail server does not let this machine in ({}): allow it there',
  },
  { fits: isOf('ETIMEDOUT', 'ECONNECTION', 'EPROTOCOL', 'ESOCKET'), text: noServer },
];

/** Why the mail server took nothing, as a part of a sentence that says what to do; it quotes no address and no password. */
export function describeSmtpFailure(failure: SmtpFailure): string {
  const { code = 'unknown', responseCode } = failure;
  const numbers = String(responseCode ?? code);
  const found = reasons.find(({ fits }) => fits(failure));
  return (found?.text ?? 'the mail server did not take it ({}): look at its log').replace('{}', numbers);
}
