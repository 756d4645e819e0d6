/** Conversation of the recorded scenario, so that a client's test says only what differs. */
export interface ExpectedConversation {
  readonly id: string;
  readonly user: string | null;
  readonly skill: string | null;
  readonly status: string;
  readonly texts: readonly string[];
  /** Calls of tools. */
  readonly tools: number;
  /** Billed runs. */
  readonly runs: number;
}

type Difference = Partial<Omit<ExpectedConversation, 'id'>>;

export interface RecordedClient {
  /** Folder of its exports. */
  readonly client: string;
  /** The ids of the four conversations begin with it. */
  readonly prefix: string;
  readonly skill: string | null;
  /** Differences from the scenario, because the client sends no more; by the number of the conversation, from 1. */
  readonly differs?: Readonly<Record<number, Difference | 'not sent'>>;
  /** Why a client's recording is no whole scenario. */
  readonly because?: string;
}

const annika = 'email:annika.berg@acme.example id:annika.berg@acme.example';
const lukas = 'email:lukas.brandt@acme.example id:lukas.brandt@acme.example';

const leave = [
  'Hello there',
  'Answer to: Hello there',
  'What is my leave balance?',
  'You have 12 days left (re: What is my leave balance?).',
  'Tell me more please',
  'Answer to: Tell me more please',
];

const scenario: readonly Omit<ExpectedConversation, 'id' | 'skill'>[] = [
  { user: annika, status: 'Completed', texts: leave, tools: 1, runs: 3 },
  { user: annika, status: 'Error', texts: ['BOOM now'], tools: 0, runs: 1 },
  { user: lukas, status: 'Error', texts: ['RATE once', 'Answer to: RATE once', 'RATEALWAYS'], tools: 0, runs: 2 },
  { user: lukas, status: 'Error', texts: ['TOOLERR in balance'], tools: 1, runs: 1 },
];

/**
 * Three turns: plain, with a tool, streamed; a model that answers 500; one that answers 429, once and then always; a tool
 * that throws.
 */
export function listExpected({ prefix, skill, differs = {} }: RecordedClient): ExpectedConversation[] {
  return scenario.flatMap((conversation, index) => {
    const difference = differs[index + 1];
    if (difference === 'not sent') return [];
    return [{ id: `${prefix}${index + 1}`, skill, ...conversation, ...difference }];
  });
}

/** The fourth conversation of an agent that answers although its tool has failed. */
export const answeredAnyway = {
  status: 'Failed',
  texts: ['TOOLERR in balance', 'You have 12 days left (re: TOOLERR in balance).'],
} as const;
