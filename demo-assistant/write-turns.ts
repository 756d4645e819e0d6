import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { IntakeConversation, Turn } from '#features/intake/contract/intake.ts';
import { createRandom, type Random } from './random.ts';

interface Written {
  /** Id of the conversation, and seed of the random values. */
  readonly id: string;
  readonly messages: NonNullable<IntakeConversation['messages']>;
  readonly status: ConversationStatus;
}

const models = [
  { model: 'gpt-5.1', weight: 70 },
  { model: 'gpt-5.1-mini', weight: 25 },
  { model: 'mistral-large-3', weight: 5 },
];

const tools = ['read_record', 'find_person', 'book', 'list_open_items'];

const failures: Readonly<Partial<Record<ConversationStatus, ReadonlyArray<Pick<Turn, 'error' | 'errorType'>>>>> = {
  Error: [
    { errorType: 'ModelTimeout', error: 'The model gave no answer within 30 seconds.' },
    { errorType: 'RateLimitError', error: '429: the limit of tokens per minute is reached.' },
  ],
  Failed: [
    { errorType: 'BackendUnavailable', error: 'The backend system answered 503.' },
    { errorType: 'RecordLocked', error: 'Another user has the record open.' },
  ],
};

/** A turn for each answer, from the message before it; the last one fails where the conversation does. */
export function writeTurns({ id, messages, status }: Written): Turn[] {
  const random = createRandom(`${id} turns`);
  const { model } = random.pickWeighted(models, ({ weight }) => weight);
  const turns = messages.flatMap(({ isAssistant, date }, index): Turn[] => {
    const question = messages[index - 1];
    if (!isAssistant || !question) return [];
    const durationMs = Math.round((Date.parse(date) - Date.parse(question.date)) * (0.6 + 0.4 * random.fraction()));
    return [{ date: question.date, durationMs, model, ...countTokens(random, index), ...callTool(random, durationMs) }];
  });
  const [last, failure] = [turns.at(-1), failures[status]];
  if (!last || !failure) return turns;
  return [...turns.slice(0, -1), { ...last, ...random.pick(failure), ...(status === 'Failed' && failTool(random)) }];
}

/** Adds a failed tool to most failed turns. */
const failTool = (random: Random): Pick<Turn, 'tools'> =>
  random.chance(0.7)
    ? { tools: [{ name: random.pick(tools), durationMs: 900, error: 'The system gave no answer.' }] }
    : {};

/** The input grows with the conversation. */
const countTokens = (random: Random, index: number) => ({
  inputTokens: 350 + index * random.int(60, 220),
  outputTokens: random.int(25, 380),
});

function callTool(random: Random, durationMs: number): Pick<Turn, 'tools'> {
  if (!random.chance(0.45)) return {};
  return { tools: [{ name: random.pick(tools), durationMs: Math.round(durationMs * 0.4) }] };
}
