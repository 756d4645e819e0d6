import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeConversations } from '../../../bench/figures/intake-conversations.ts';

/** An answer to a company's assistants. */
interface Answer {
  readonly atMs: number;
  /** 0 where no answer came. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Assistants of one company that report, and that ask and commit, each repeating what was not answered with success. */
export interface CompanyLoad {
  readonly companyId: string;
  /** Acknowledged, by the ids that the assistants chose. */
  readonly conversations: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  stop(): Promise<void>;
  /** Ends it without waiting for answers, which may never come after a check ended by an error. */
  abandon(): void;
}

const batchSize = 20;
const pauseMs = 40;
const retryPauseMs = 50;
const answerLimitMs = 30_000;

/** Status 0 where no whole answer comes. */
async function send(address: string, headers: Record<string, string>, body: object) {
  const signal = AbortSignal.timeout(answerLimitMs);
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
  const answer = await fetch(address, init).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  const status = text === undefined ? 0 : (answer?.status ?? 0);
  return { status, text: text ?? '', hasRetryAfter: answer?.headers.has('retry-after') === true };
}

/** Starts the load of one company. */
export function startCompanyLoad(url: string, { id, intakeKey }: { id: string; intakeKey: string }): CompanyLoad {
  const [conversations, runs] = [new Set<string>(), new Set<string>()];
  const answers: Answer[] = [];
  let state: 'works' | 'ends' | 'abandoned' = 'works';
  const headers = { authorization: `Bearer ${intakeKey}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    for (;;) {
      if (state === 'abandoned') throw new Error('The load was abandoned.');
      const { status, text, hasRetryAfter } = await send(`${url}/api${path}`, headers, body);
      answers.push({ atMs: performance.now(), status, hasRetryAfter });
      if (status === 200) return JSON.parse(text) as Record<string, unknown>;
      if (![0, 429, 502, 503].includes(status)) throw new Error(`${path} was answered ${status}: ${text}`);
      await sleep(retryPauseMs);
    }
  };
  const report = async () => {
    const batch = makeConversations(batchSize);
    const { accepted } = await post('/intake/conversations', { conversations: batch });
    if (accepted !== batchSize) throw new Error(`${String(accepted)} of ${batchSize} conversations were accepted.`);
    for (const { id: conversation } of batch) conversations.add(conversation);
  };
  const ask = async () => {
    const requestId = randomUUID();
    const { reservation } = await post('/authorize', { skill: 'Skill 1', user: { id: 'u-1' }, requestId });
    await post(`/authorize/${String(reservation)}/commit`, { conversation: `c-${requestId}` });
    runs.add(requestId);
  };
  const repeat = async (work: () => Promise<void>) => {
    while (state === 'works') {
      await work();
      await sleep(pauseMs);
    }
  };
  const works = [report, ask].map(repeat);
  // Thrown by stop(): until then the other companies go on.
  const ended = Promise.all(works);
  ended.catch(() => undefined);
  return {
    companyId: id,
    conversations,
    runs,
    answers,
    stop: async () => {
      state = 'ends';
      await ended;
    },
    abandon: () => {
      state = 'abandoned';
    },
  };
}
