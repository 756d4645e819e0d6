import path from 'node:path';
import type { Config } from '../config/config.ts';
import { createOutboxPage } from '../http/outbox-page.ts';
import type { Clock } from '../outside/clock.ts';
import { createCaughtMail } from '../outside/mail/caught-mail.ts';
import type { MailCheck } from '../outside/mail/mail.ts';
import { createSmtpMail } from '../outside/mail/smtp-mail.ts';

/** The mail server, or the folder of caught mail with the page that shows it. */
export function openMail(config: Config, clock: Clock) {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== undefined) {
    const sender = createSmtpMail({ url: smtpUrl, from });
    return { sender, checkMail: rememberCheck(sender.check, clock), outbox: undefined };
  }
  const caught = createCaughtMail({ folder: path.join(config.dataDir, 'mail'), now: clock.now });
  const hosts = config.mail.outbox === 'open' ? undefined : listOwnHosts(config);
  const page = createOutboxPage({ list: () => caught.list(), product: config.brand.product, hosts });
  return { sender: caught, checkMail: undefined, outbox: config.mail.outbox === 'closed' ? undefined : page };
}

const checkedMs = 60_000;

/** One trial a minute, because the page of operations asks more often than a mail server likes. */
function rememberCheck(check: () => Promise<MailCheck>, clock: Clock): () => Promise<MailCheck> {
  let last: { readonly at: number; readonly outcome: Promise<MailCheck> } | undefined;
  return () => {
    const at = clock.now().getTime();
    if (last === undefined || Math.abs(at - last.at) >= checkedMs) last = { at, outcome: check() };
    return last.outcome;
  };
}

/** The names under which the portal is reached on this machine. */
function listOwnHosts({ http: { publicUrl } }: Config): string[] {
  return [new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'];
}
