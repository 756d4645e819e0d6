import { existsSync, readFileSync, statSync } from 'node:fs';
import { fromRoot } from '../setup/paths.mjs';
import { requirements } from './requirements.ts';

const statuses = ['met', 'deviates', 'not applicable'] as const;
type Status = (typeof statuses)[number];

export interface Answer {
  readonly id: string;
  readonly level: number;
  readonly status: Status;
  /** Requirement, deviation and evidence. */
  readonly text: string;
}

const answerPattern = /^- (?<id>\d+\.\d+\.\d+) L(?<level>\d) (?<status>met|deviates|not applicable)\. (?<text>.+)$/;

/** The lines of docs/asvs.md that answer a requirement. */
export function readAnswers(source: string): Answer[] {
  return source.split('\n').flatMap((line) => {
    const { id = '', level, status, text = '' } = answerPattern.exec(line)?.groups ?? {};
    return id === '' ? [] : [{ id, level: Number(level), status: status as Status, text }];
  });
}

/** Lines that are none, requirements that are not answered once, and evidence that is not there. */
export function findFaults(source: string): string[] {
  const answers = readAnswers(source);
  const lines = source.split('\n').filter((line) => line.startsWith('- '));
  const counts = Map.groupBy(answers, ({ id }) => id);
  return [
    ...lines.filter((line) => !answerPattern.test(line)).map((line) => `not understood: ${line}`),
    ...[...requirements.keys()].filter((id) => !counts.has(id)).map((id) => `${id} is not answered`),
    ...[...counts].filter(([, { length }]) => length > 1).map(([id]) => `${id} is answered twice`),
    ...answers.flatMap((answer) => findFaultsOf(answer).map((fault) => `${answer.id} ${fault}`)),
  ];
}

function findFaultsOf({ id, level, status, text }: Answer): string[] {
  const evidence = listEvidence(text);
  return [
    ...(requirements.get(id) === level ? [] : ['is no requirement of this level']),
    ...(status === 'met' && evidence.length === 0 ? ['has no evidence'] : []),
    ...(status !== 'met' && !/\. [A-Z`]/.test(text) ? ['has no reason'] : []),
    ...evidence
      .filter((each) => !isThere(each))
      .map(({ path, title }) => `names ${[path, title].join(' ').trim()}, which is not there`),
  ];
}

interface Evidence {
  readonly path: string;
  /** Title of a test in the file. */
  readonly title: string | undefined;
}

/** Paths are set as code, and may be followed by the title of a test. */
function listEvidence(text: string): Evidence[] {
  const found = text.matchAll(/`(?<path>[\w./-]+(?:\/[\w.-]+|\.(?:md|json)))`(?: “(?<title>[^”]+)”)?/g);
  return [...found].map(({ groups }) => ({ path: groups?.path ?? '', title: groups?.title }));
}

function isThere({ path, title }: Evidence): boolean {
  const file = fromRoot(...path.split('/'));
  if (!existsSync(file)) return false;
  return title === undefined || (statSync(file).isFile() && readFileSync(file, 'utf8').includes(`'${title}'`));
}

/** The numbers of each level, and all deviations. */
export function renderSummary(answers: readonly Answer[]): string {
  const count = (level: number, status: Status) =>
    answers.filter((answer) => answer.level === level && answer.status === status).length;
  const rows = [1, 2].map(
    (level) => `- Level ${level}: ${statuses.map((each) => `${count(level, each)} ${each}`).join(', ')}.`,
  );
  const deviations = answers.filter(({ status }) => status === 'deviates');
  return `${rows.join('\n')}\n\nWhat is asked, and what is otherwise:\n\n${deviations.map(({ id, text }) => `- ${id}: ${text}`).join('\n')}\n`;
}
