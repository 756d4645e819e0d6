import type { ImportFormat } from '#features/imports/contract/import-settings.ts';
import { botFramework } from './bot-framework.ts';
import { chatGpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { copilotSessions } from './copilot-sessions.ts';
import { copilotStudio } from './copilot-studio.ts';
import { dialogflow } from './dialogflow.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { intercom } from './intercom.ts';
import { jsonChats } from './json-chats.ts';
import { langSmith } from './langsmith.ts';
import { openWebUi } from './open-webui.ts';
import { ownDownload } from './own-download.ts';
import { rasa } from './rasa.ts';
import { slack } from './slack.ts';
import { watsonx } from './watsonx.ts';
import { zendesk } from './zendesk.ts';

export type NamedFormat = Exclude<ImportFormat, 'csv'>;

/** The readers of formats whose records say themselves what they hold; where two know a record, the first one reads it. */
export const formatReaders: Readonly<Record<NamedFormat, FormatReader>> = {
  download: ownDownload,
  chatgpt: chatGpt,
  claude,
  'open-webui': openWebUi,
  rasa,
  slack,
  'bot-framework': botFramework,
  langsmith: langSmith,
  zendesk,
  intercom,
  dialogflow,
  'copilot-sessions': copilotSessions,
  copilot: copilotStudio,
  watsonx,
  json: jsonChats,
};

const rows = Object.entries(formatReaders) as ReadonlyArray<readonly [NamedFormat, FormatReader]>;

/** The format of most of these records; undefined where none is known. */
export function findRecordFormat(records: readonly Fields[]): NamedFormat | undefined {
  const counted = rows.map(([format, { isOwn }]) => ({ format, count: isOwn ? records.filter(isOwn).length : 0 }));
  const most = Math.max(...counted.map(({ count }) => count));
  return most === 0 ? undefined : counted.find(({ count }) => count === most)?.format;
}

/** The format of a table with these names of columns; undefined where the columns have to be chosen. */
export const findTableFormat = (names: ReadonlySet<string>): NamedFormat | undefined =>
  rows.find(([, { isOwnTable }]) => isOwnTable?.(names))?.[0];
