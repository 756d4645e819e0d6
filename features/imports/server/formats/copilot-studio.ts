import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { parseCutJson } from '../read/cut-json.ts';
import { parseDate } from '../read/parse-date.ts';
import { copilotOutcomes, isOfUser, isOwnTopic, listParts } from './copilot-activities.ts';
import { isCut, markCut, toCutNote } from './cut-cells.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import {
  findText,
  openJson,
  toFields,
  toIso,
  toList,
  toName,
  toUser,
  type ReadRecord,
  type ReportedMessage,
  type ReportedTurn,
} from './record-fields.ts';

/*
 * Copilot Studio: rows of the Dataverse table conversationtranscript, as JSON of its API or as exported CSV. A row is one
 * conversation; `content` is JSON with its activities.
 */

/** An activity with its time. */
interface Activity {
  readonly at: number;
  readonly fields: Fields;
}

export const copilotStudio: FormatReader = {
  isOwn: (record) =>
    record['content'] !== undefined &&
    (idNames.some((name) => record[name] !== undefined) || record['metadata'] !== undefined),
  isOwnTable: (names) =>
    names.has('content') &&
    ['metadata', 'conversationstarttime', 'conversationtranscript'].some((name) => names.has(name)),
  read: readTranscript,
};

const idNames = ['conversationtranscriptid', 'conversationstarttime', 'name'];

interface Transcript {
  readonly activities: readonly Activity[];
  /** JSON as it was written, where a program has cut it. */
  readonly cut?: string;
}

/** Undefined where nothing of it is whole. */
function openContent(written: unknown): Transcript | undefined {
  const whole = openJson(written);
  const cut = whole === undefined && typeof written === 'string' ? written : undefined;
  const content = cut === undefined ? whole : parseCutJson(cut);
  if (content === undefined) return undefined;
  const activities = toList(toFields(content)['activities']).flatMap(toActivity);
  return { activities, ...(cut !== undefined && { cut }) };
}

function readTranscript(value: unknown): ReadRecord {
  const row = toFields(value);
  const { content } = row;
  if (findText(content) === undefined && typeof content !== 'object')
    return { reason: 'other-kind', detail: 'content' };
  const opened = openContent(content);
  if (!opened)
    return { reason: 'unreadable', detail: isCut(String(content)) ? toCutNote(String(content)).detail : 'content' };
  const id = findConversationId(row);
  if (id === undefined) return { reason: 'no-conversation' };
  const { activities, cut } = opened;
  const messages = activities.flatMap(toMessage);
  const started = parseDate(findText(row['conversationstarttime']) ?? '', 'iso', 'UTC') ?? activities[0]?.at;
  if (started === undefined) return { reason: 'no-date' };
  if (messages.length === 0) return { reason: 'no-text' };
  const item = toConversation({ row, id, activities, started, messages });
  return cut === undefined ? { item } : { item: { ...item, messages: markCut(messages) }, note: toCutNote(cut) };
}

interface Read {
  readonly row: Fields;
  readonly id: string;
  readonly activities: readonly Activity[];
  readonly started: number;
  readonly messages: ReportedMessage[];
}

function toConversation({ row, id, activities, started, messages }: Read): IntakeConversation {
  const skill = findSkill(activities) ?? findText(toFields(openJson(row['metadata']))['BotName']);
  const turns = listTurns(activities);
  const user = findUser(activities);
  return {
    id,
    date: toIso(Math.min(started, ...messages.map(({ date }) => Date.parse(date)))),
    reportedAt: toIso(activities.at(-1)?.at ?? started),
    ...(skill !== undefined && { skill: toName(skill) }),
    ...(user && { user }),
    ...findStatus(activities),
    apiCalls: turns.reduce((sum, { tools = [] }) => sum + tools.length, 0),
    messages,
    turns,
  };
}

/** The name is the id of the conversation with that of the agent behind it. */
function findConversationId(row: Fields): string | undefined {
  const name = findText(row['name']);
  const [, conversation] = /^(.+)_[0-9a-f]{8}-[0-9a-f-]{27}$/i.exec(name ?? '') ?? [];
  return conversation ?? name ?? findText(row['conversationtranscriptid']);
}

/** Seconds since 1970, or a date. */
function toActivity(value: unknown): Activity[] {
  const fields = toFields(value);
  const { timestamp } = fields;
  const at = typeof timestamp === 'number' ? timestamp * 1000 : parseDate(findText(timestamp) ?? '', 'iso', 'UTC');
  return at === undefined || !Number.isFinite(at) ? [] : [{ at, fields }];
}

const isAsked = ({ fields }: Activity): boolean => isOfUser(toFields(fields['from']));

function toMessage(activity: Activity, place: number): ReportedMessage[] {
  const { at, fields } = activity;
  if (fields['type'] !== 'message') return [];
  const data = listParts(fields);
  if (data.length === 0) return [];
  const id = findText(fields['id']) ?? `activity ${place}`;
  return [{ id: toName(id), date: toIso(at), isAssistant: !isAsked(activity), data }];
}

const isTrace = ({ fields }: Activity, name: string) => fields['valueType'] === name || fields['name'] === name;

/** The outcome of the last session; without one the conversation is over. */
function findStatus(activities: readonly Activity[]): { status?: ConversationStatus } {
  const session = activities.findLast((activity) => isTrace(activity, 'SessionInfo'));
  const outcome = findText(toFields(session?.fields['value'])['outcome']);
  const status = copilotOutcomes[outcome?.toLowerCase() ?? ''];
  return status ? { status } : {};
}

const listActions = (activity: Activity): Fields[] =>
  isTrace(activity, 'DialogTracing') ? toList(toFields(activity.fields['value'])['actions']).map(toFields) : [];

/** The last topic that is the company's own: `prefix_agent.topic.Leave` is Leave. */
function findSkill(activities: readonly Activity[]): string | undefined {
  const topics = activities.flatMap((activity) =>
    listActions(activity).flatMap(({ topicId }) => findText(topicId)?.split('.topic.').at(-1) ?? []),
  );
  return topics.findLast((topic) => !isOwnTopic(topic));
}

/** The person is known where the channel signs in; a test in the studio is by someone who tests. */
function findUser(activities: readonly Activity[]): ReturnType<typeof toUser> | undefined {
  const ids = activities.filter(isAsked).map(({ fields }) => findText(toFields(fields['from'])['aadObjectId']));
  const id = ids.find((each) => each !== undefined);
  if (id === undefined) return undefined;
  const info = activities.find((activity) => isTrace(activity, 'ConversationInfo'));
  const isTest = toFields(info?.fields['value'])['isDesignMode'] === true;
  return { ...toUser(id), ...(isTest && { isTechnical: true }) };
}

const longestMs = 86_400_000;
/** Steps that call something outside of the agent. */
const callKinds = /^(?:Invoke|HttpRequest)/;

/** A turn for each message of the user that was answered; what failed in it stands in a trace. */
function listTurns(activities: readonly Activity[]): ReportedTurn[] {
  const asked = activities.flatMap((activity, index) =>
    activity.fields['type'] === 'message' && isAsked(activity) ? [index] : [],
  );
  return asked.slice(0, 1000).map((index, place) => toTurn(activities.slice(index, asked[place + 1])));
}

function toTurn([asked, ...following]: readonly Activity[]): ReportedTurn {
  const from = asked?.at ?? 0;
  const answer = following.find((activity) => activity.fields['type'] === 'message' && !isAsked(activity));
  const durationMs = answer ? Math.min(answer.at - from, longestMs) : 0;
  const tools = following.flatMap(listActions).flatMap(({ actionType, exception }) => {
    const name = findText(actionType);
    const error = findText(exception);
    if (name === undefined || !callKinds.test(name)) return [];
    return [{ name: toName(name), ...(error !== undefined && { error: error.slice(0, 2000) }) }];
  });
  const failure = following.find((activity) => isTrace(activity, 'ErrorTraceData') || isTrace(activity, 'ErrorCode'));
  const { errorMessage, errorCode } = toFields(failure?.fields['value']);
  const [message, code] = [findText(errorMessage), findText(errorCode)];
  const error = message ?? code;
  return {
    date: toIso(from),
    ...(durationMs > 0 && { durationMs }),
    ...(tools.length > 0 && { tools: tools.slice(0, 100) }),
    ...(error !== undefined && { error: error.slice(0, 2000) }),
    ...(code !== undefined && { errorType: code.slice(0, 100) }),
  };
}
