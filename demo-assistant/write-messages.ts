import type { NestedMessage } from '#features/intake/contract/intake.ts';
import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type * as z from 'zod';
import { areaNames } from './skills/demo-skill.ts';
import { getStore } from './skills/demo-skills.ts';
import { phrases, type Language } from './languages.ts';
import type { Facts, Scene, Script } from './script.ts';

type Message = z.infer<typeof NestedMessage>;

/** A message without id and date. */
export type Utterance = Omit<Message, 'id' | 'date'>;

interface Dialogue {
  readonly scene: Scene;
  readonly script: Script;
  readonly language: Language;
  readonly status: ConversationStatus;
  readonly companyName: string;
  readonly assistantName: string;
}

/** The messages of one dialogue, up to the end that matches its status. */
export function upsertMessages(dialogue: Dialogue): Utterance[] {
  const { scene, script, language, status } = dialogue;
  const { random, person } = scene;
  const facts: Facts = {
    ...script.facts(scene),
    system: script.system,
    reason: random.pick(script.errorMessages),
    code: `E${random.int(100, 999)}`,
    firstName: person.firstName,
    sapId: person.sapId,
  };
  const parts = script.parts?.(scene, facts) ?? {};
  const say = (line: string) => toUtterance(line, { facts, parts, dialogue });
  const lines = script.lines[language] ?? script.lines.en;
  const opening = random.chance(0.12) ? openWithSkills(dialogue, say) : [];
  return [...noteContext(dialogue), ...opening, ...play(lines, status, dialogue).map(say)];
}

/** The lines of the script, cut and closed according to the status. */
function play(lines: readonly string[], status: ConversationStatus, { scene: { random }, language }: Dialogue) {
  const said = phrases[language];
  if (status === 'Completed') return random.chance(0.45) ? [...lines, random.pick(said.thanks), said.farewell] : lines;
  const lastOfPerson = lines.findLastIndex((line) => line.startsWith('> '));
  const upTo = lines.slice(0, random.chance(0.5) ? lastOfPerson + 1 : 1);
  if (status === 'Failed') return [...upTo, ...said.failed];
  if (status === 'Escaped') return [...upTo.slice(0, 1), lines[1] ?? said.working, ...said.escaped];
  if (status === 'Error') return [...upTo, ...said.error];
  return [...upTo, said.working];
}

/** A hidden message with the channel, in some conversations. */
function noteContext({ scene: { random }, assistantName }: Dialogue): Utterance[] {
  if (!random.chance(0.06)) return [];
  const channel = random.pick(['web', 'teams', 'mobile']);
  return [
    { isAssistant: true, author: assistantName, hide: true, data: [{ type: 'text', value: `channel: ${channel}` }] },
  ];
}

function openWithSkills({ scene, language, companyName }: Dialogue, say: (line: string) => Utterance): Utterance[] {
  const skills = getStore(companyName);
  const areas = [...new Set(skills.map(({ area }) => area))];
  const groups = areas.map((area) => ({
    name: areaNames[area],
    data: skills.filter((skill) => skill.area === area).map(({ name }) => ({ id: toId(name), name })),
  }));
  const offer = say(phrases[language].skillsOffered);
  return [
    say(scene.random.pick(phrases[language].whatCanYouDo)),
    { ...offer, data: [...offer.data, { type: 'availableSkills', groups }] },
  ];
}

const toId = (name: string) => name.toLowerCase().replaceAll(' ', '-');

interface Words {
  readonly facts: Facts;
  readonly parts: Readonly<Record<string, MessagePart>>;
  readonly dialogue: Dialogue;
}

function toUtterance(line: string, { facts, parts, dialogue }: Words): Utterance {
  const { scene, language, assistantName } = dialogue;
  const isAssistant = !line.startsWith('> ');
  const mentioned = [...line.matchAll(/\[\[(\w+)\]\]/g)].map(([, name = '']) => parts[name]);
  const text = (isAssistant ? line : line.slice(2))
    .replaceAll(/\s*\[\[\w+\]\]/g, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
  const texts = text.split(' | ').filter((each) => each !== '');
  const [only] = texts;
  const value = texts.length > 1 ? texts : only;
  return {
    isAssistant,
    author: isAssistant ? assistantName : `${scene.person.firstName} ${scene.person.lastName}`,
    ...(line === phrases[language].working && { loading: true }),
    data: [
      ...(value === undefined ? [] : [{ type: 'text' as const, value }]),
      ...mentioned.filter((part) => part !== undefined),
    ],
  };
}
