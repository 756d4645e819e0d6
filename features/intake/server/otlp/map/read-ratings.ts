import { isObject, parseJson, toNumber, type Attributes, type Value } from '../decode/otlp-values.ts';
import type { EventRecord } from '../decode/records.ts';

/** Rating by a user, as a span or event reports it. */
export interface FactRating {
  readonly value?: 'positive' | 'negative';
  /** Instead of the value, on a scale. */
  readonly score?: number;
  readonly min?: number;
  readonly max?: number;
  readonly comment?: string;
  readonly atMs: number;
  /** Whether the whole conversation is rated, instead of one answer. */
  readonly isOfConversation: boolean;
}

interface Feedback {
  readonly name: string;
  readonly score: Value | undefined;
  readonly label: Value | undefined;
  readonly comment: Value | undefined;
  /** Whether it is said to be a user's; undefined where nothing says who judged. */
  readonly isOfUser?: boolean | undefined;
  readonly min?: Value | undefined;
  readonly max?: Value | undefined;
}

const maxCommentLength = 2000;
/** Ratings of one span. */
const maxListed = 20;

/** How programs call what users gave, where nothing else says who judged: evaluators judge answers under other names. */
const userNames =
  /^(?:(?:end|user|human|customer|explicit)+(?:feedback|rating|score|reaction|vote)|feedback|annotation|thumbs?(?:up|down|upordown)?|csat)$/;
const positiveLabels = /^(?:pass(?:ed)?|(?:thumbs?)?up|positive|good|great|likes?|liked|helpful|yes|true|👍)$/;
const negativeLabels =
  /^(?:fail(?:ed)?|(?:thumbs?)?down|negative|bad|poor|dislikes?|disliked|nothelpful|unhelpful|no|false|👎)$/;

const collapse = (text: string) => text.toLowerCase().replaceAll(/[\s_.:-]/g, '');
export const isUserName = (name: string): boolean => userNames.test(collapse(name));

function findLabelValue(label: string): 'positive' | 'negative' | undefined {
  const word = collapse(label);
  if (positiveLabels.test(word)) return 'positive';
  return negativeLabels.test(word) ? 'negative' : undefined;
}

type Judged = Pick<FactRating, 'value' | 'score' | 'min' | 'max'>;

/**
 * By the score where its scale is known, else by the label; a score without both is one of 0 to 1, or of thumbs as -1 and 1.
 * Undefined where none of them says it, because a 3 may be the best or the worst.
 */
function judge({ score, label, min, max }: Pick<Feedback, 'score' | 'label' | 'min' | 'max'>): Judged | undefined {
  const number = typeof score === 'boolean' ? Number(score) : toNumber(score);
  const [lowest, highest] = [toNumber(min), toNumber(max)];
  if (number !== undefined && lowest !== undefined && highest !== undefined && isOnScale(number, lowest, highest))
    return { score: number, min: lowest, max: highest };
  const value = findLabelValue(String(label ?? (typeof score === 'string' ? score : '')));
  return value ? { value } : judgePlain(number);
}

function judgePlain(score: number | undefined): Judged | undefined {
  if (score === undefined || score < -1 || score > 1) return undefined;
  if (score <= 0) return { value: 'negative' };
  return score === 1 ? { value: 'positive' } : { score, min: 0, max: 1 };
}

const isOnScale = (score: number, min: number, max: number) => min < max && score >= min && score <= max;

function toRating(feedback: Feedback, atMs: number, isOfConversation: boolean): FactRating[] {
  if (!(feedback.isOfUser ?? isUserName(feedback.name))) return [];
  const judged = judge(feedback);
  if (!judged) return [];
  const comment = typeof feedback.comment === 'string' ? feedback.comment.trim().slice(0, maxCommentLength) : '';
  return [{ ...judged, ...(comment !== '' && { comment: comment.toWellFormed() }), atMs, isOfConversation }];
}

const evaluationEvent = 'gen_ai.evaluation.result';

/** Reads the rating in an evaluation event of the GenAI conventions; Microsoft Foundry adds who judged, and the scale. */
export function readEventRatings({ name, attributes, atMs }: Omit<EventRecord, 'body'>): FactRating[] {
  if (name !== evaluationEvent) return [];
  const source = attributes.get('microsoft.gen_ai.human_evaluation.source');
  const scale = readScale(attributes);
  const feedback = {
    name: String(attributes.get('gen_ai.evaluation.name') ?? ''),
    score: attributes.get('gen_ai.evaluation.score.value'),
    label: attributes.get('gen_ai.evaluation.score.label'),
    comment: attributes.get('gen_ai.evaluation.explanation'),
    ...(source !== undefined && { isOfUser: source === 'end_user' }),
    min: scale('min_value'),
    max: scale('max_value'),
  };
  return toRating(feedback, atMs, false);
}

function readScale(attributes: Attributes): (name: string) => Value | undefined {
  const internal = attributes.get('internal_properties');
  const parsed = typeof internal === 'string' ? parseJson(internal) : internal;
  return (name) =>
    attributes.get(`internal_properties.gen_ai.evaluation.${name}`) ??
    (isObject(parsed) ? parsed[`gen_ai.evaluation.${name}`] : undefined);
}

const annotationName = /^((?:trace\.|session\.)?(?:annotations\.\d+\.annotation|evaluations\.\d+\.evaluation))\.name$/;

/** Reads the ratings in attributes of a span: OpenInference's annotations and Logfire's feedback. */
export function readSpanRatings(attributes: Attributes, atMs: number): FactRating[] {
  const annotations = [...attributes.keys()].flatMap((key) => annotationName.exec(key)?.[1] ?? []);
  const ratings = annotations.slice(0, maxListed).flatMap((prefix) => {
    const get = (field: string) => attributes.get(`${prefix}.${field}`);
    const kind = get('annotator_kind');
    const feedback = {
      name: String(get('name') ?? ''),
      score: get('score'),
      label: get('label'),
      comment: get('explanation'),
      ...(kind !== undefined && { isOfUser: kind === 'HUMAN' }),
    };
    return toRating(feedback, atMs, prefix.startsWith('session.'));
  });
  return [...ratings, ...readLogfire(attributes, atMs)];
}

/** The value stands under its own name. */
function readLogfire(attributes: Attributes, atMs: number): FactRating[] {
  const name = attributes.get('logfire.feedback.name');
  if (typeof name !== 'string') return [];
  const score = attributes.get(name);
  return toRating({ name, score, label: undefined, comment: attributes.get('logfire.feedback.comment') }, atMs, false);
}

/** Whether an attribute belongs to feedback of a kind that is read. */
export const isRatingAttribute = (name: string): boolean =>
  /^(?:trace\.|session\.)?(?:annotations|evaluations)\.\d+\./.test(name) ||
  /^(?:gen_ai\.evaluation|logfire\.feedback|microsoft\.gen_ai\.(?:human_)?evaluation|internal_properties)\b/.test(name);
