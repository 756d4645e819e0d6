import type { MessagePart } from '#contract/analytics/message-parts.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import { parseDate } from '../read/parse-date.ts';
import { findText, openJson, toFields, toIso, toList, toName, toTextPart, toUser } from './record-fields.ts';
import type { ReadRecord, ReportedMessage, ReportedTurn } from './record-fields.ts';

/*
 * Copilot Studio: rows of the Dataverse table conversationtranscript, as JSON of its API or as exported CSV. A row is one
 * conversation; `content` is JSON with its activities.
 */

type Fields = Readonly<Record<string, unknown>>;

/** An activity with its time. */
interface Activity {
  readonly at: number;
  readonly fields: Fields;
}

const outcomes: Readonly<Record<string, ConversationStatus>> = {
  resolved: 'Completed',
  escalated: 'Escaped',
  handoff: 'Escaped',
  abandoned: 'Failed',
};

/** Topics of every agent, which are no skill of it. */
const ownTopics =
  /^(?:conversation\s*start|greeting|goodbye|end\s*of\s*conversation|fallback|search|on\s*error|escalate|thank\s*you|start\s*over|reset\s*conversation|multiple\s*topics\s*matched|sign\s*in|confirmed\s*(?:success|failure)|conversation\s*boosting)$/i;

export function readCopilotTranscript(value: unknown): ReadRecord {
  const row = toFields(value);
  const content = openJson(row['content']);
  if (content === undefined)
    return { reason: row['content'] === undefined ? 'other-kind' : 'unreadable', detail: 'content' };
  const id = findConversationId(row);
  if (id === undefined) return { reason: 'no-conversation' };
  const activities = toList(toFields(content)['activities']).flatMap(toActivity);
  const messages = activities.flatMap(toMessage);
  const started = parseDate(findText(row['conversationstarttime']) ?? '', 'iso', 'UTC') ?? activities[0]?.at;
  if (started === undefined) return { reason: 'no-date' };
  if (messages.length === 0) return { reason: 'no-text' };
  const skill = findSkill(activities) ?? findText(toFields(openJson(row['metadata']))['BotName']);
  const turns = listTurns(activities);
  const user = findUser(activities);
  return {
    item: {
      id,
      date: toIso(Math.min(started, ...messages.map(({ date }) => Date.parse(date)))),
      reportedAt: toIso(activities.at(-1)?.at ?? started),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...(user && { user }),
      ...findStatus(activities),
      apiCalls: turns.reduce((sum, { tools = [] }) => sum + tools.length, 0),
      messages,
      turns,
    },
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

/** 0 is the agent, 1 a user. */
function isOfUser({ fields }: Activity): boolean {
  const { role } = toFields(fields['from']);
  return role === 1 || role === 'user';
}

function toMessage(activity: Activity, place: number): ReportedMessage[] {
  const { at, fields } = activity;
  if (fields['type'] !== 'message') return [];
  const data = listParts(fields);
  if (data.length === 0) return [];
  const id = findText(fields['id']) ?? `activity ${place}`;
  return [{ id: toName(id), date: toIso(at), isAssistant: !isOfUser(activity), data }];
}

function listParts({ text, textFormat, attachments }: Fields): MessagePart[] {
  const said = findText(text);
  const format = textFormat === 'markdown' || textFormat === 'plain' ? textFormat : undefined;
  const cards = toList(attachments).flatMap((attachment) => listCardTexts(toFields(attachment)['content']));
  return [
    ...(said === undefined ? [] : [toTextPart(said, format)]),
    ...(cards.length > 0 ? [toTextPart(cards.join('\n'))] : []),
  ];
}

const maxCardTexts = 100;

/** The texts of an Adaptive Card or a card with buttons, in their order. */
function listCardTexts(content: unknown): string[] {
  const { title, subtitle, text, body, buttons } = toFields(openJson(content));
  const texts = [title, subtitle, text, ...toList(body).map((item) => toFields(item)['text'])];
  const labels = toList(buttons).flatMap((button) => findText(toFields(button)['title']) ?? []);
  return [...texts.flatMap((each) => findText(each) ?? []), ...labels.map((label) => `- ${label}`)].slice(
    0,
    maxCardTexts,
  );
}

const isTrace = ({ fields }: Activity, name: string) => fields['valueType'] === name || fields['name'] === name;

/** The outcome of the last session; without one the conversation is over. */
function findStatus(activities: readonly Activity[]): { status?: ConversationStatus } {
  const session = activities.findLast((activity) => isTrace(activity, 'SessionInfo'));
  const outcome = findText(toFields(session?.fields['value'])['outcome']);
  const status = outcomes[outcome?.toLowerCase() ?? ''];
  return status ? { status } : {};
}

const listActions = (activity: Activity): Fields[] =>
  isTrace(activity, 'DialogTracing') ? toList(toFields(activity.fields['value'])['actions']).map(toFields) : [];

/** The last topic that is the company's own: `prefix_agent.topic.Leave` is Leave. */
function findSkill(activities: readonly Activity[]): string | undefined {
  const topics = activities.flatMap((activity) =>
    listActions(activity).flatMap(({ topicId }) => findText(topicId)?.split('.topic.').at(-1) ?? []),
  );
  return topics.findLast((topic) => !ownTopics.test(topic.replaceAll(/[_-]/g, ' ')));
}

/** The person is known where the channel signs in; a test in the studio is by someone who tests. */
function findUser(activities: readonly Activity[]): ReturnType<typeof toUser> | undefined {
  const ids = activities.filter(isOfUser).map(({ fields }) => findText(toFields(fields['from'])['aadObjectId']));
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
    activity.fields['type'] === 'message' && isOfUser(activity) ? [index] : [],
  );
  return asked.slice(0, 1000).map((index, place) => toTurn(activities.slice(index, asked[place + 1])));
}

function toTurn([asked, ...following]: readonly Activity[]): ReportedTurn {
  const from = asked?.at ?? 0;
  const answer = following.find((activity) => activity.fields['type'] === 'message' && !isOfUser(activity));
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
