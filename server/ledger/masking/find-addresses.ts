import { isInUuid } from './is-in-uuid.ts';
import type { FoundValue } from './find-numbers.ts';

const maxLocal = 64;
const maxDomain = 255;

const localEnd = /[\p{L}\p{N}._%+'!#$&*^~{|}`-]+$/u;
const quotedEnd = /"[^"\n]{1,62}"$/;
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}/u;
const literal = /^\[(?:IPv6:)?[0-9a-f.:]{3,45}\]/i;

/** E-mail addresses, each found from its @ on, so that the time is linear in the text. */
export function findAddresses(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const before = text.slice(Math.max(0, at - maxLocal), at);
    const after = text.slice(at + 1, at + 1 + maxDomain);
    const local = (localEnd.exec(before) ?? quotedEnd.exec(before))?.[0];
    const host = (domain.exec(after) ?? literal.exec(after))?.[0];
    if (local && host) found.push({ kind: 'email', start: at - local.length, end: at + 1 + host.length });
  }
  return bracket.test(text) ? [...found, ...findSpelledOut(text)] : found;
}

const bracket = /[([{<]/;
const spelledAt = /[([{<] ?(?:at|ät|@) ?[)\]}>]/giu;
const spelledLocal =
  /[\p{L}\p{N}_%+'-]+(?:(?:\.| ?[([{] ?(?:dot|punkt|point|piste) ?[)\]}] ?)[\p{L}\p{N}_%+'-]+){0,5} ?$/iu;
const spelledDomain =
  /^ ?[\p{L}\p{N}-]{1,63}(?:(?:\.| ?[([{] ?(?:dot|punkt|point|piste) ?[)\]}] ?)[\p{L}\p{N}-]{1,63}){1,6}/iu;

/** Addresses as `mari (at) firma (dot) ee`. */
function findSpelledOut(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const { 0: sign, index } of text.matchAll(spelledAt)) {
    const end = index + sign.length;
    const local = spelledLocal.exec(text.slice(Math.max(0, index - maxLocal), index))?.[0];
    const host = spelledDomain.exec(text.slice(end, end + maxDomain))?.[0];
    if (local && host) found.push({ kind: 'email', start: index - local.length, end: end + host.length });
  }
  return found;
}

/** D045123, I123456, P2001234567 */
const sapForm = /[A-Za-z]\d{6,10}(?![\p{L}\p{N}])/gu;
const sapDigits = /[A-Za-z]\d{6}/;
/** Whether one of the words below is there, which are looked for only then. */
export const sapHint = /sap|login|user|tunnu|benutzer|gebruiker/i;
const sapNamed = [
  // SAP ID: TAMM, "sapId":"TAMM"
  /\bSAP[ _-]?(?:login ?)?(?:id|user(?: ?name)?|login|no|number|nr)["']?(?: ?[:=] ?| (?:is|on|ist) )["']?(?<id>[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39})/giu,
  // Your login is TAMM
  /(?:login|user ?name|kasutajatunnus|benutzer(?:name)?|käyttäjätunnuksesi|gebruikersnaam)(?: (?:is|on|ist)|:) (?<id>[A-Z0-9]{2,12})(?![\p{L}\p{N}])/gu,
];

/** Whether a word goes on before the place. */
const isInWord = (text: string, at: number) => at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** SAP users by the form of their id, or by the words before it. */
export function findSapIds(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const { 0: id, index } of sapDigits.test(text) ? text.matchAll(sapForm) : []) {
    if (!isInWord(text, index) && !isInUuid(text, index))
      found.push({ kind: 'sapId', start: index, end: index + id.length });
  }
  if (!sapHint.test(text)) return found;
  for (const pattern of sapNamed) {
    for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
      const end = index + whole.length;
      found.push({ kind: 'sapId', start: end - (groups?.['id']?.length ?? 0), end });
    }
  }
  return found;
}
