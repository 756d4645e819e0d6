import type { UnreadKind } from '#features/intake/contract/unread-names.ts';

/* What ends a name that says who, where, by what or which text, as words in small letters. Of several the first counts. */
const id = '(?:ids?|key|uuid|guid|ref|reference|name|identifier|number|handle)';
const ends: readonly (readonly [kind: UnreadKind, end: RegExp])[] = [
  [
    'conversation',
    new RegExp(`\\b(?:(?:conversation|session|thread|chat|dialogu?e?) ?${id}|conversation|session|thread|dialogu?e?)$`),
  ],
  [
    'person',
    new RegExp(
      `\\b(?:(?:end ?user|user|person|employee|customer|member|visitor|requester|caller|sender|login|staff) ?(?:${id}|e ?mail|mail|login)|user principal name|end ?user|user|username|e ?mail|upn|employee|customer|person|requester|distinct ?id|aad ?object ?id)$`,
    ),
  ],
  [
    'skill',
    new RegExp(
      `\\b(?:(?:skill|agent|workflow|assistant|bot|intent|topic|crew|flow|graph|capability|persona|use case|app|application|function) ?(?:id|name|key|title|label|slug)|skill|agent|workflow|assistant|bot|intent|topic|use case|capability)$`,
    ),
  ],
  [
    'text',
    /\b(?:prompts?|completions?|inputs?|outputs?|questions?|query|answers?|reply|replies|utterances?|messages?|transcript|contents?|text|(?:response|request) body)$/,
  ],
];

/** First words of names that describe programs, machines and protocols. */
const machineWords: ReadonlySet<string> = new Set(
  (
    'host process telemetry os service server client http url net network db rpc messaging k8s container cloud faas thread ' +
    'code exception log browser device deployment otel webengine tls dns error system peer aws azure gcp user_agent event ' +
    'source destination file graphql feature_flag cicd vcs test artifact cpu nodejs jvm v8js dotnet go python runtime'
  ).split(' '),
);

/** Names of a cloud's agents, which are not those of its machines. */
const cloudAgents = /^(?:aws|azure|gcp)[.:/](?:bedrock|ai|openai|vertex|gen_?ai|agents?)\b/i;

export const isOfMachine = (name: string): boolean =>
  !cloudAgents.test(name) && machineWords.has((/^[^.:/]+/.exec(name)?.[0] ?? '').toLowerCase());

/** `acme.chatId` is `acme chat id`. */
const toWords = (name: string): string =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Longer ones are no names. */
export const maxNameLength = 120;
/** A name that a program makes of a value, such as an address or a number, would show that value. */
const isPlain = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{N}_.:/ -]*$/u.test(name) && !/\d{5}|[\da-f]{16}|[\da-f-]{32}/i.test(name);

/** The name with `N` for places in lists; undefined for one that is too long or contains a value. */
export function toShownName(name: string): string | undefined {
  const shown = name.replaceAll(/(?<=[._])\d+(?=[._]|$)/g, 'N');
  return shown.length <= maxNameLength && isPlain(shown) ? shown : undefined;
}

/** Guesses the meaning of an attribute by its name alone; undefined for most. */
export function findLikeness(name: string): UnreadKind | undefined {
  if (name.length > maxNameLength || isOfMachine(name)) return undefined;
  const words = toWords(name).replaceAll(/ (?:\d+|n)(?= |$)/g, '');
  return ends.find(([, end]) => end.test(words))?.[0];
}
