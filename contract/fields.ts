import * as z from 'zod';
import { isCalendarDay } from './calendar/zones.ts';
import { hasWebAddress, toPlainSigns } from './texts/web-address-words.ts';

/** Texts without a visible character: usual white space, no-break and ideographic spaces, and zero-width ones. */
const blank = /^[\s\u00A0\u1680\u180E\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]*$/u;

export function isBlank(text: string): boolean {
  return blank.test(text);
}

export const textMaxLength = 200;

interface RequiredTextMessages {
  readonly required: string;
  readonly empty: string;
  readonly maxLength?: number | undefined;
}

/** A text that must be there (`required`) and hold more than white space (`empty`). Lengths are in UTF-16 units. */
export function requiredText({ required, empty, maxLength = textMaxLength }: RequiredTextMessages) {
  return z
    .string({ error: required })
    .min(1, { error: required, abort: true })
    .max(maxLength, { error: tooLongMessage(maxLength) })
    .refine((text) => !isBlank(text), { error: empty });
}

/** Longer than names are, and too short for a message. */
const nameMaxLength = 60;

/** A name that mails to strangers repeat, so that none of them carries a link or a message of the sender. */
export function nameText({ maxLength = nameMaxLength, ...messages }: RequiredTextMessages) {
  return requiredText({ ...messages, maxLength }).refine((text) => text.length > maxLength || !hasWebAddress(text), {
    error: 'A name cannot contain a web address.',
  });
}

/** The name of a person, which holds no sign that divides people of a list or begins an address. */
export const personName = (messages: RequiredTextMessages) =>
  nameText(messages).refine((text) => !/[@;<>]/.test(toPlainSigns(text)), {
    error: 'A name cannot contain @, ;, < or >.',
  });

/** A day that is given, between the years 2000 and 2099: PostgreSQL has no year 0. */
export const dayField = (error: string) => z.iso.date({ error }).refine(isCalendarDay, { error });

/** Yes or no in a query. */
export const Flag = z.enum(['true', 'false'], { error: 'Must be true or false.' });

/** A text that may be missing, null or empty. Empty is stored as null. */
export function optionalText(maxLength = textMaxLength) {
  return z
    .string()
    .max(maxLength, { error: tooLongMessage(maxLength) })
    .nullish();
}

export function tooLongMessage(maxLength: number): string {
  return `The input can have at most ${maxLength} characters.`;
}

/**
 * The pattern of every e-mail address: ASCII, one @, no comments, quotes or groups, at most 254 characters. The mailer
 * parses no address.
 */
const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

/** White space and invisible signs, which copied addresses bring along. */
const around = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** Addresses are compared and stored in lower case. */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

interface EmailMessages {
  readonly required: string;
  readonly empty: string;
  readonly invalid: string;
}

/**
 * An address without what stands around it. The log-in forms have one text for a missing and a blank address (section 5), the
 * user form has two.
 */
export function emailField({ required, empty, invalid }: EmailMessages) {
  return z
    .string({ error: required })
    .min(1, { error: required, abort: true })
    .refine((text) => !isBlank(text), { error: empty, abort: true })
    .overwrite((text) => text.replaceAll(around, ''))
    .refine(isEmail, { error: invalid });
}

export const Id = z.uuid({ error: 'Invalid id.' });

/** The record's version, counted from 1; a save that sends it is refused when the stored one is newer. */
export const Version = z.int().positive();

/** An instant: ISO 8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 });

/** Headers of a creation: a repeated key creates no second record. */
export const IdempotencyHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });
