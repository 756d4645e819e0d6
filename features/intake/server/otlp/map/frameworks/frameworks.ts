import type { Attributes, Value } from '../../decode/otlp-values.ts';
import { beeAi } from './beeai.ts';
import { braintrust } from './braintrust.ts';
import { claudeAgent } from './claude-agent.ts';
import { confidentAi } from './confident-ai.ts';
import { readObject, type Framework, type NamedSpan } from './framework.ts';
import { genkit } from './genkit.ts';
import { googleAdk } from './google-adk.ts';
import { laminar } from './laminar.ts';
import { langfuseLangChain } from './langfuse-langchain.ts';
import { langSmith } from './langsmith.ts';
import { langWatch } from './langwatch.ts';
import { liveKit } from './livekit.ts';
import { mastra } from './mastra.ts';
import { mlflow } from './mlflow.ts';
import { springAi } from './spring-ai.ts';
import { agentOps } from './agentops.ts';
import { haystack } from './haystack.ts';
import { honeyHive } from './honeyhive.ts';
import { langChain4j } from './langchain4j.ts';
import { logfire } from './logfire.ts';
import { pipecat } from './pipecat.ts';
import { crewAi, dify, flowise, futureAgi, runSpans } from './single-names.ts';
import { weave } from './weave.ts';
import { voltAgent } from './voltagent.ts';

const frameworks: readonly Framework[] = [
  claudeAgent,
  genkit,
  googleAdk,
  voltAgent,
  mastra,
  langfuseLangChain,
  langSmith,
  langWatch,
  laminar,
  beeAi,
  mlflow,
  braintrust,
  confidentAi,
  springAi,
  liveKit,
  agentOps,
  futureAgi,
  haystack,
  honeyHive,
  langChain4j,
  logfire,
  pipecat,
  weave,
  dify,
  crewAi,
  flowise,
  runSpans,
];

const maxMetadataLength = 65_536;

export const frameworkWords: readonly string[] = frameworks.flatMap(({ words = [] }) => words);
export const frameworkReads: readonly string[] = ['metadata', ...frameworks.flatMap(({ reads = [] }) => reads)];

/** Whether the attributes of a span are of a framework whose names have no word of their own. */
export const isOfFramework = (has: (name: string) => boolean): boolean => frameworks.some(({ isOf }) => isOf(has));

/** Adds the names that frameworks give in other places, such as JSON in `metadata`, below those of the span. */
export function addFrameworkNames(span: NamedSpan): Attributes {
  const { attributes } = span;
  const has = (name: string) => attributes.has(name);
  const found = frameworks.filter(({ isOf }) => isOf(has));
  const metadata = attributes.get('metadata');
  const isJson = typeof metadata === 'string' && metadata.startsWith('{') && metadata.length <= maxMetadataLength;
  if (!isJson && found.length === 0) return attributes;
  const all = new Map(attributes);
  const add = (name: string, value: Value | undefined) => {
    if (value !== undefined && !all.has(name)) all.set(name, value);
  };
  if (isJson)
    for (const [name, value] of Object.entries(readObject(attributes, 'metadata'))) add(`metadata.${name}`, value);
  for (const { listNames } of found) for (const [name, value] of listNames(span)) add(name, value);
  return all;
}
