import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteOldDrafts } from '../../lib/old-drafts.ts';
import { cleanHeaderText, getSingleAddress, getUnsubscribeHeaders } from './mail-header.ts';
import { showLogo } from './mail-layout.ts';
import type { Mail, MailAttachment, MailLogo, MailSender } from './mail.ts';

/** A mail kept instead of sent. `to` is the bare address, `date` ISO 8601 in UTC. */
export type CaughtMail = {
  id: string;
  to: string;
  name: string;
  subject: string;
  text: string;
  html: string;
  date: string;
  /** By which mail programs offer to unsubscribe; only where the mail has them. */
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
};

export type CaughtMailbox = MailSender & {
  /** Newest first. */
  list(): Promise<CaughtMail[]>;
};

export type CaughtMailSettings = { folder: string; now: () => Date; keep?: number };

const fileName = /^\d{15}-([0-9a-zA-Z-]{1,64})\.json$/;

/**
 * Keeps each mail as one JSON file in `folder`, for a portal without an SMTP server. The newest
 * 1,000 (`keep`) stay. A second attempt at the same mail changes nothing, so each is there once.
 */
export function createCaughtMail({ folder, now, keep = 1_000 }: CaughtMailSettings): CaughtMailbox {
  const names = async () => (await readNames(folder)).sort().toReversed();
  return {
    async send(mail, id, logo) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await deleteOldDrafts(folder, (name) => name.endsWith(draftSuffix));
      const present = await names();
      if (present.some((name) => idOf(name) === id)) return;
      const date = now();
      const name = `${String(date.getTime()).padStart(15, '0')}-${id}.json`;
      if (!fileName.test(name)) throw new TypeError('a mail id holds letters, digits and dashes only');
      await writeWhole(folder, name, JSON.stringify(toCaught(logo ? withLogo(mail, logo) : mail, id, date), null, 2));
      const surplus = [name, ...present].sort().toReversed().slice(keep);
      await Promise.all(surplus.map((old) => rm(join(folder, old), { force: true })));
    },
    async list() {
      const mails = await Promise.all((await names()).map((name) => readMail(folder, name)));
      return mails.filter((mail) => mail !== undefined);
    },
  };
}

function idOf(name: string): string | undefined {
  return fileName.exec(name)?.[1];
}

/** The page of caught mails loads no pictures but those in the mail itself. */
const withLogo = (mail: Mail, { bytes, contentType }: MailLogo): Mail => ({
  ...mail,
  html: showLogo(mail.html, `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`),
});

function toCaught(mail: Mail, id: string, date: Date): CaughtMail {
  return {
    id,
    to: getSingleAddress(mail.to.address),
    name: cleanHeaderText(mail.to.name ?? ''),
    subject: cleanHeaderText(mail.subject),
    text: mail.text,
    html: mail.html,
    date: date.toISOString(),
    ...(mail.oneClickUrl !== undefined && { headers: getUnsubscribeHeaders(mail.oneClickUrl) }),
    ...(mail.attachments && { attachments: mail.attachments }),
  };
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => fileName.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Undefined when the file was pruned between listing and reading. */
async function readMail(folder: string, name: string): Promise<CaughtMail | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8')) as CaughtMail;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const draftSuffix = '.draft';

/** A reader sees the whole mail or none, and a full disk leaves no half-written file. */
async function writeWhole(folder: string, name: string, content: string): Promise<void> {
  const draft = join(folder, `.${randomUUID()}${draftSuffix}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
