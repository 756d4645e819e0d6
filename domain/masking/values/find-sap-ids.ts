import type { FoundValue } from './found-value.ts';
import { isInUuid } from './is-in-uuid.ts';
import { readBefore } from './words-before.ts';

/** D045123, I123456, S0001234567: the ids that SAP gives its people, partners and customers' users. */
const sapForm = /[A-Za-z]\d{6,10}(?![\p{L}\p{N}])/gu;
const sapDigits = /[A-Za-z]\d{6}/;
const sapGiven = /^(?:[CDI]\d{6,7}|[SP]\d{10})$/i;
/** Whether one of the words below is there, which are looked for only then. */
export const sapHint = /sap|login|user|tunnu|benutzer|gebruiker/i;
const sapNamed = [
  // SAP ID: TAMM, "sapId":"TAMM"
  /\bSAP[ _-]?(?:login ?)?(?:id|user(?: ?name)?|login)["']?(?: ?[:=] ?| (?:is|on|ist)(?: |:) ?)["']?(?<id>[\p{L}\p{N}](?:[\p{L}\p{N}_.-]{0,38}[\p{L}\p{N}])?)/giu,
  // Your login is TAMM
  /(?:login|user ?name|kasutajatunnus|benutzer(?:name)?|käyttäjätunnuksesi|gebruikersnaam)(?: (?:is|on|ist)|:) (?<id>[A-Z0-9]{2,12})(?![\p{L}\p{N}])/gu,
];

/** Whether a word goes on before the place. */
const isInWord = (text: string, at: number) => /[\p{L}\p{N}#]$|\p{L}[-_]$/u.test(text.slice(Math.max(0, at - 2), at));

/** SAP users by the form of their id. */
export function findSapIds(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const { 0: id, index } of sapDigits.test(text) ? text.matchAll(sapForm) : []) {
    if (!isInWord(text, index) && !isInUuid(text, index) && isUser(text, id, index))
      found.push({ kind: 'sapId', start: index, end: index + id.length });
  }
  return found;
}

/** SAP users by the words before them. */
export function findNamedUsers(text: string): FoundValue[] {
  if (!sapHint.test(text)) return [];
  const found: FoundValue[] = [];
  for (const pattern of sapNamed) {
    for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
      const end = index + whole.length;
      found.push({ kind: 'sapId', start: end - (groups?.['id']?.length ?? 0), end });
    }
  }
  return found;
}

/** Materials and documents have such numbers too: theirs stand behind their word, and those of people behind one for people. */
function isUser(text: string, id: string, index: number): boolean {
  const { business, person } = readBefore(text, index);
  if (person < business && person < 2) return true;
  return sapGiven.test(id) && business > 1;
}
