import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { can } from '#contract/capabilities.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import {
  getNumbers,
  listOwnNumbers,
  listReasons,
  listTools,
  logConditions,
  type LogFilter,
} from './log-filter.repository.ts';
import { listTags } from './reviews/reviews.repository.ts';

/** The numbers of the users whose conversations the actor may read among those asked for; null for all. */
async function resolveUsers(tx: CompanyTransaction, actor: Actor, asked: readonly number[] | null) {
  const { readsAll, ownUserId } = toTranscriptReader(actor);
  if (readsAll) return asked;
  const own = ownUserId === null ? [] : await listOwnNumbers(tx, { userId: ownUserId });
  return own.map(({ number }) => number).filter((number) => asked === null || asked.includes(number));
}

/** Reads with a transaction of the actor's company. */
type Read = <Result>(work: (tx: CompanyTransaction) => Promise<Result>) => Promise<Result>;

/** An actor, and what masks for it. */
export interface MaskedActor {
  readonly workers: WorkerPool;
  readonly actor: Actor;
}

interface Shown {
  readonly asked: readonly string[] | undefined;
  /** All texts of the company. */
  readonly listStored: () => Promise<readonly string[]>;
}

/**
 * The stored texts of those asked for; null for all. A text is found by what a reader sees of it alone: where an own pattern
 * masks a word of it, by the masked text.
 */
async function resolveShown({ workers, actor }: MaskedActor, { asked = [], listStored }: Shown) {
  if (asked.length === 0) return null;
  // What is masked begins with a bracket.
  const masked = new Set(asked.filter((text) => text.includes('[')));
  const stored = masked.size === 0 ? [] : await listStored();
  return renderMasked(workers, actor, ({ maskText }) => [
    ...new Set([
      ...asked.filter((text) => maskText(text) === text),
      ...stored.filter((text) => masked.has(maskText(text))),
    ]),
  ]);
}

/** Reasons, tools and tags by their stored texts; null for all. */
export interface FilteredTexts {
  readonly failures: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly failedTools: readonly string[] | null;
  readonly tags: readonly string[] | null;
}

/**
 * The texts that a filter asks for, resolved before the transaction that finds what has them, so that no connection waits for what
 * masks them.
 */
export async function resolveTexts(
  read: Read,
  masked: MaskedActor,
  { failures, tools, failedTools, tags }: LogQuery,
): Promise<FilteredTexts> {
  const listStoredReasons = async () => (await read((tx) => listReasons(tx))).map(({ failure }) => failure);
  const listStoredTags = async () => (await read((tx) => listTags(tx))).flatMap(({ tag }) => tag ?? []);
  const listStoredTools = async () => (await read((tx) => listTools(tx))).map(({ tool }) => tool);
  return {
    failures: await resolveShown(masked, { asked: failures, listStored: listStoredReasons }),
    tools: await resolveShown(masked, { asked: tools, listStored: listStoredTools }),
    failedTools: await resolveShown(masked, { asked: failedTools, listStored: listStoredTools }),
    tags: await resolveShown(masked, { asked: tags, listStored: listStoredTags }),
  };
}

const isByReview = ({ reviews = [], tags = [] }: LogQuery) => reviews.length + tags.length > 0;

/** Undefined where nothing can match, because none of the ids is of this company, or of a user the actor may read. */
export async function resolveFilter(
  tx: CompanyTransaction,
  actor: Actor,
  { query, texts }: { readonly query: LogQuery; readonly texts: FilteredTexts },
): Promise<LogFilter | undefined> {
  const users = [...new Set((query.users ?? []).flatMap((id) => id.split('::')))];
  const skills = [...new Set(query.skills)];
  const isNamed = users.length > 0 || skills.length > 0;
  const numbers = isNamed ? await getNumbers(tx, { users, skills }) : { users: [], skills: [] };
  const readable = await resolveUsers(tx, actor, users.length > 0 ? numbers.users : null);
  if (readable?.length === 0) return undefined;
  if (skills.length > 0 && numbers.skills.length === 0) return undefined;
  if (isByReview(query) && !can(actor, 'transcripts.read-all')) return undefined;
  if (Object.values(texts).some((each: readonly string[] | null) => each?.length === 0)) return undefined;
  return {
    ...logConditions.toParams(query, {
      users: readable,
      skills: skills.length > 0 ? numbers.skills : null,
      ...texts,
    }),
    found: null,
    includesTechnical: query.technicalUsers === true && can(actor, 'analytics.include-technical-users'),
  };
}
