import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { CastUser, CompanyCast } from './company-cast.ts';
import { createRandom, type Random } from './random.ts';
import type { Scene, Script } from './script.ts';
import { rateAnswer } from './rate-answer.ts';
import { writeTurns } from './write-turns.ts';
import { upsertMessages } from './write-messages.ts';

export interface Occasion {
  /** Id of the conversation, and seed of its random values. */
  readonly id: string;
  readonly startsAt: Date;
  /** Messages after this instant are left out: the conversation is then in process. */
  readonly now: Date;
  /** Default: a random script by weight. */
  readonly script?: Script;
}

export interface Setting {
  readonly cast: CompanyCast;
  readonly fileKeys: Scene['fileKeys'];
  readonly assistantName: string;
}

const endings: ReadonlyArray<{ readonly status: ConversationStatus; readonly weight: number }> = [
  { status: 'Completed', weight: 86 },
  { status: 'Failed', weight: 5 },
  { status: 'Escaped', weight: 5 },
  { status: 'Error', weight: 4 },
];

/** One complete conversation as an assistant reports it; deterministic for the same occasion. */
export function writeConversation(
  { id, startsAt, now, script: wanted }: Occasion,
  setting: Setting,
): IntakeConversation {
  const { cast, fileKeys, assistantName } = setting;
  const random = createRandom(id);
  const person = random.pickWeighted(cast.people, ({ weight }) => weight);
  const script = wanted ?? random.pickWeighted(cast.scripts, ({ weight }) => weight);
  const { status } = random.pickWeighted(endings, ({ weight }) => weight);
  const colleagues = cast.people.filter((each) => each !== person && !each.isTechnical);
  const scene: Scene = {
    random,
    day: getDay(startsAt.getTime(), cast.timeZone),
    person,
    colleagues: colleagues.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    fileKeys,
  };
  const language = random.chance(0.85) ? person.language : 'en';
  const dialogue = { scene, script, language, status, companyName: cast.companyName, assistantName };
  const written = datesFrom(startsAt, random, upsertMessages(dialogue)).map((message, index) => ({
    ...message,
    id: `${id}-${index + 1}`,
  }));
  const messages = status === 'Error' ? leaveUnanswered(written, id) : written;
  const said = messages.filter(({ date }) => Date.parse(date) <= now.getTime());
  const isOver = said.length === messages.length;
  return {
    id,
    date: startsAt.toISOString(),
    reportedAt: said.at(-1)?.date ?? startsAt.toISOString(),
    skill: script.skill,
    user: nameUser(person),
    status: isOver ? status : 'Processing',
    apiCalls: random.int(...script.apiCalls),
    ...(isOver && status === 'Completed' && approve(script, random, said, now)),
    messages: isOver ? rateLast(said, { id, status, language, now }) : said,
    turns: writeTurns({ id, messages: said, status: isOver ? status : 'Processing' }),
    ...billing(id, status, random),
  };
}

type Messages = NonNullable<IntakeConversation['messages']>;

function rateLast(said: Messages, rated: Omit<Parameters<typeof rateAnswer>[0], 'date'>): Messages {
  const last = said.at(-1);
  const rating = last?.isAssistant && rateAnswer({ ...rated, date: last.date });
  return last && rating ? [...said.slice(0, -1), { ...last, rating }] : said;
}

/** An assistant that fails often gives no answer at all. */
function leaveUnanswered<T extends { readonly isAssistant: boolean }>(
  messages: readonly T[],
  id: string,
): readonly T[] {
  const last = messages.findLastIndex(({ isAssistant }) => !isAssistant);
  return last > 0 && createRandom(`${id} silence`).chance(0.5) ? messages.slice(0, last + 1) : messages;
}

/** Users take longer to answer than the assistant, which takes one to four seconds. */
function datesFrom<T extends { readonly isAssistant: boolean }>(
  startsAt: Date,
  random: Random,
  utterances: readonly T[],
) {
  let atMs = startsAt.getTime();
  return utterances.map((utterance, index) => {
    if (index > 0) atMs += utterance.isAssistant ? random.int(900, 4200) : random.int(4000, 55_000);
    return { ...utterance, date: new Date(atMs).toISOString() };
  });
}

function approve(script: Script, random: Random, said: ReadonlyArray<{ date: string }>, now: Date) {
  const approvedMs = Date.parse(said.at(-1)?.date ?? '') + random.int(5, 2000) * 60_000;
  if (!script.isApproved || !random.chance(0.8) || !(approvedMs <= now.getTime())) return {};
  return { approvedAt: new Date(approvedMs).toISOString() };
}

/** Usage events: none after an error, sometimes two in one conversation. */
function billing(id: string, status: ConversationStatus, random: Random): Pick<IntakeConversation, 'requests'> {
  if (status === 'Error') return { requests: [] };
  return random.chance(0.08) ? { requests: [{ id: `${id}-run-1` }, { id: `${id}-run-2` }] } : {};
}

function nameUser({ firstName, lastName, email, sapId, namedBy, isTechnical }: CastUser): IntakeConversation['user'] {
  const names = { firstName, lastName, ...(isTechnical && { isTechnical }) };
  if (namedBy === 'email') return { email, ...names };
  return namedBy === 'sapId' ? { sapId, ...names } : { id: email, ...names };
}
