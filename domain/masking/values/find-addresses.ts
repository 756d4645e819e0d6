import { getCountries } from 'libphonenumber-js/min';
import type { FoundValue } from './found-value.ts';

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
    const end = at + 1 + (host?.length ?? 0);
    if (local && host && !isRemote(local, text, end)) found.push({ kind: 'email', start: at - local.length, end });
  }
  return spelled.test(text) ? [...found, ...findSpelledOut(text)] : found;
}

/** `git@host:path` is where a program is. */
const isRemote = (local: string, text: string, end: number) => local === 'git' && text[end] === ':';

/** The ends of domains behind which an address is looked for where blanks or words stand in it. */
const topLevel = new Set([
  ...getCountries().map((country) => country.toLowerCase()),
  ...'com net org edu gov int info biz eu uk io dev app name pro cloud online shop tech email example test'.split(' '),
]);

const spelled =
  /[([{<]\s?(?:at|ät|ätt|@)\s?[)\]}>]|\s@|@\s|\s(?:dot|punkt|point|piste)\s|\s[aä]t\s[\p{L}\p{N}-]{1,63}\./iu;
const dot = String.raw`(?:\s?\.\s?|\s?[([{<]\s?(?:dot|punkt|point|piste|\.)\s?[)\]}>]\s?|\s(?:dot|punkt|point|piste)\s)`;
const signs = [
  // mari (at) firma.ee, mari@ firma.ee
  /[([{<]\s?(?:at|ät|ätt|@)\s?[)\]}>]|(?<=\s)@|@(?=\s)/giu,
  // mari at firma dot ee
  /(?<=\s)(?:at|ät|ätt)(?=\s[\p{L}\p{N}-]{1,63}\s(?:dot|punkt|point|piste)\s)/giu,
  // mari.tamm at firma.ee, mari AT firma.ee
  /(?<=\p{L}[._]\p{L}{1,30}\s)(?:at|ät)(?=\s[\p{L}\p{N}-]{1,63}\.\p{L})|(?<=\s)AT(?=\s[\p{L}\p{N}-]{1,63}\.\p{L})/gu,
];
const spelledLocal = new RegExp(String.raw`[\p{L}\p{N}_%+'-]+(?:${dot}[\p{L}\p{N}_%+'-]+){0,5}\s{0,3}$`, 'iu');
const closeLocal = /[\p{L}\p{N}_%+'.-]+(?:\s\.\s[\p{L}\p{N}_%+'-]+){0,3}\s{0,3}$/u;
const spelledDomain = new RegExp(String.raw`^\s{0,3}[\p{L}\p{N}-]{1,63}(?:${dot}[\p{L}\p{N}-]{1,63}){1,6}`, 'iu');
const closeDomain = /^\s{0,3}[\p{L}\p{N}-]{1,63}(?:(?:\.|\s\.\s)[\p{L}\p{N}-]{1,63}){1,6}/u;

/** Addresses as `mari (at) firma (dot) ee` and `mari @ firma.ee`. */
function findSpelledOut(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const { 0: sign, index } of signs.flatMap((each) => [...text.matchAll(each)])) {
    const end = index + sign.length;
    const isBlank = sign === '@';
    const before = text.slice(Math.max(0, index - maxLocal), index);
    const after = text.slice(end, end + maxDomain);
    const local = (isBlank ? closeLocal : spelledLocal).exec(before)?.[0];
    const host = (isBlank ? closeDomain : spelledDomain).exec(after)?.[0];
    const isDomain = topLevel.has(/[\p{L}\p{N}-]+$/u.exec(host ?? '')?.[0].toLowerCase() ?? '');
    if (local && host && isDomain && /\p{L}/u.test(local))
      found.push({ kind: 'email', start: index - local.length, end: end + host.length });
  }
  return found;
}
