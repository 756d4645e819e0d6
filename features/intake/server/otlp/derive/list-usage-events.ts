import type { IntakeRequest } from '#features/intake/contract/intake.ts';
import type { RunDetails } from '#domain/conversations/batches/normalize-batch.ts';
import type { AttributeRules } from '#server/lib/attribute-values.ts';
import { hashText } from '../limits.ts';
import { guessedSkillRank } from '../map/dialects.ts';
import type { StoredFacts } from '../map/span-facts.ts';
import { chooseBilled, chooseSkill } from './apply-rules.ts';
import { isRun } from './missing-runs.ts';
import { least } from './order-facts.ts';
import type { PlacedFacts } from './placed-facts.ts';

interface Naming {
  /** The skill of the conversation. */
  readonly general: string | undefined;
  readonly rules: AttributeRules;
  /** `PlacedTrace.settledMs` by trace id. */
  readonly settledMs: ReadonlyMap<string, number | null>;
}

export interface ListedRun {
  readonly run: PlacedFacts;
  readonly request: IntakeRequest;
  readonly details: RunDetails;
}

interface RunFacts {
  readonly run: PlacedFacts;
  readonly inside: readonly PlacedFacts[];
}

/**
 * One usage event for each outermost run of an agent or workflow with a skill, once its tree is complete; its id
 * is the one that the span names, else that of the span. Runs inside it are not billed again. A run whose outermost span
 * never arrived is one as well, under the name of what has arrived; where more arrives later, that replaces it.
 */
export function listUsageEvents(facts: readonly PlacedFacts[], naming: Naming): ListedRun[] {
  const own = new Set(facts);
  const groups = [...Map.groupBy(facts, ({ run }) => run)].flatMap(([run, inside]) =>
    run !== null && isOver(run) && isOfConversation(run, inside, own) ? [{ run, inside }] : [],
  );
  const arrived = groups.filter(({ run }) => !run.isMissing);
  const ofArrived = findBestSkill(arrived.flatMap(({ inside }) => inside));
  // E.g. the call of which a run is a part; what other runs say of themselves is theirs.
  const around = Map.groupBy(
    facts.filter(({ run }) => run === null),
    ({ traceId }) => traceId,
  );
  return groups.flatMap(({ run, inside }) => {
    if (run.isMissing && !showsRun(inside, arrived)) return [];
    const skill = chooseSkill(naming.rules, inside, findNamed(run, inside, ofArrived)) ?? naming.general;
    if (skill === undefined) return [];
    const date = new Date(Math.floor(run.facts.startMs)).toISOString();
    const sender = toSender(findTeller(run, inside, arrived));
    const replaces = listReplaced(run, inside, naming.settledMs.get(run.traceId) ?? null);
    const isBilled = chooseBilled(naming.rules, [...inside, ...(around.get(run.traceId) ?? [])]);
    return [{ run, request: { id: toRunId(run), skill, date }, details: { sender, replaces, isBilled } }];
  });
}

/**
 * Whose reports of runs count together: those of a key and an instrumentation. Of a run that is missing it is known by the whole
 * runs inside of which the same instrumentation reports. Empty for facts of older releases.
 */
export function toSender({ intakeKeyId, facts: { scope } }: PlacedFacts): string {
  return scope === undefined ? '' : hashText(`${intakeKeyId ?? ''} ${scope}`).slice(0, 8);
}

function findTeller(run: PlacedFacts, inside: readonly PlacedFacts[], arrived: readonly RunFacts[]): PlacedFacts {
  if (!run.isMissing) return run;
  const scopes = new Set(inside.filter(({ facts: { isRelevant } }) => isRelevant).map(({ facts: { scope } }) => scope));
  const whole = arrived.find(
    (each) =>
      each.run.intakeKeyId === run.intakeKeyId &&
      each.inside.some(({ facts: { isRelevant, scope } }) => isRelevant && scopes.has(scope)),
  );
  return whole?.run ?? run;
}

const isOver = ({ isClosed, facts: { endMs } }: PlacedFacts): boolean => isClosed && endMs !== null;

function isOfConversation(run: PlacedFacts, inside: readonly PlacedFacts[], own: ReadonlySet<PlacedFacts>): boolean {
  return run.isMissing ? inside.some(({ spanId }) => spanId === run.spanId) : own.has(run);
}

const toRunId = ({ traceId, spanId, facts: { request } }: StoredFacts): string => request ?? `${traceId}:${spanId}`;

/**
 * Whether what has arrived of a run shows that there was one: an agent or workflow inside it, the name of a skill, or a call
 * of a model or tool in a conversation of which the same key reports runs.
 */
function showsRun(inside: readonly PlacedFacts[], arrived: readonly RunFacts[]): boolean {
  const spans = inside.filter(({ facts: { kind } }) => kind === 'span');
  if (spans.some((span) => isRun(span) || span.facts.skill !== null)) return true;
  return spans.some(
    ({ facts: { operation, conversation }, intakeKeyId }) =>
      (operation === 'chat' || operation === 'execute_tool') &&
      conversation !== null &&
      arrived.some(({ run }) => run.intakeKeyId === intakeKeyId),
  );
}

/** A name that is only guessed may be that of a step, where the outermost span is missing: those of whole runs are better. */
function findNamed(run: PlacedFacts, inside: readonly PlacedFacts[], ofArrived: string | undefined) {
  const isGuessed = run.isMissing && !inside.some(({ facts: { skill } }) => skill && skill.rank < guessedSkillRank);
  return (isGuessed ? ofArrived : undefined) ?? findBestSkill(inside);
}

/**
 * The ids under which what had arrived may have been reported: while the outermost span was missing, or before another span
 * named the skill.
 */
function listReplaced(run: PlacedFacts, inside: readonly PlacedFacts[], settledMs: number | null): string[] {
  const spans = inside.filter(({ facts: { kind } }) => kind === 'span');
  const untilMs = run.isMissing ? Infinity : (settledMs ?? 0);
  const before = spans.filter(({ receivedMs }) => receivedMs <= untilMs);
  const isNamedLater =
    run.countedAs !== null && spans.some(({ countedAs, facts: { skill } }) => skill !== null && countedAs === null);
  const ids = before.flatMap((fact) => [`${fact.traceId}:${fact.spanId}`, fact.facts.request ?? []].flat());
  return before.length > 0 || isNamedLater ? [...new Set([...ids, toRunId(run)])] : [];
}

/** The skill under the name of the best rank; of several the first. */
export function findBestSkill(facts: readonly StoredFacts[]): string | undefined {
  const named = facts.flatMap(({ facts: { skill } }) => skill ?? []);
  const bestRank = least(named.map(({ rank }) => rank));
  return named.find(({ rank }) => rank === bestRank)?.text;
}
