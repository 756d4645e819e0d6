import type { AiVendorKey } from '#features/integrations/contract/ai-vendors.ts';
import { testSteps, type TestStep } from '#features/integrations/contract/health.ts';
import { identifierFields } from '#features/integrations/contract/vendor-facts.ts';
import { findService, getVendor, type VendorKey } from '#features/integrations/contract/vendors.ts';
import { toPlainHost, toPort, type AllowedTarget } from '../../lib/network/outbound-targets.ts';
import type { ConnectionTarget, StepOutcome, TestConnection } from './assistants.ts';
import { failures, StepFailed, type Tester } from './attempt.ts';
import { testAnthropic, testAzureOpenAi, testOpenAi, testRasa } from './ai-services.ts';
import { testBedrock } from './bedrock.ts';
import { testOtherSystem, testSap } from './enterprise-systems.ts';
import { CallFailed, createOutbound, type OutboundOptions } from './guarded-request.ts';
import { fetchIamToken } from './iam-token.ts';
import { testVertex } from './vertex.ts';
import { testWatson } from './watson.ts';

export interface ConnectionTestOptions extends OutboundOptions {
  /** Address that exchanges IBM's API keys for tokens; may be called wherever it is. */
  readonly iamUrl: string;
  readonly now: () => Date;
  /** For everything together, name server and body included. */
  readonly deadlineMs?: number;
}

const passedTexts: Readonly<Record<TestStep, string>> = {
  address: 'Address allowed',
  reach: 'Reachable',
  tls: 'Certificate valid',
  signIn: 'Credentials accepted',
  identifier: 'Identifier found',
};
const unencrypted = 'Not encrypted (allowed by your provider)';
const notTried = 'Skipped';

/** How each vendor is tested that signs in in its own way; an AI service without a tester does not compile. */
const testers: Readonly<Record<AiVendorKey, Tester> & Partial<Record<VendorKey, Tester>>> = {
  IBM: testWatson,
  SAP: testSap,
  OpenAI: testOpenAi,
  Anthropic: testAnthropic,
  AzureOpenAI: testAzureOpenAi,
  Bedrock: testBedrock,
  Vertex: testVertex,
  Rasa: testRasa,
};

/** Tries connections of all vendors of the contract's table. Answers the steps that the service has, in their order. */
export function createTestConnection({
  iamUrl,
  now,
  deadlineMs = 5000,
  ...options
}: ConnectionTestOptions): TestConnection {
  const outbound = createOutbound(options);
  const iam = createOutbound({ ...options, allowed: [...options.allowed, toTarget(iamUrl)] });
  return async (target) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const steps = listSteps(target);
    const isEncrypted = !/^http:/i.test(toAddress(target));
    try {
      const vetted = await outbound.vet(toAddress(target), signal);
      const texts = await (testers[target.vendor] ?? testOtherSystem)({
        target,
        host: vetted.url.host,
        now,
        sendTo: async (address, request) => outbound.send(await outbound.vet(address, signal), request, signal),
        send: (request) => outbound.send(vetted, request, signal),
        fetchIamToken: (apiKey) => fetchIamToken(iam, iamUrl, apiKey, signal),
      });
      return steps.map((step) => reportPassed(step, isEncrypted, texts[step]));
    } catch (error) {
      return reportFailure(steps, toFailure(error), isEncrypted);
    }
  };
}

/** IAM is the operator's setting, wherever it is. */
function toTarget(address: string): AllowedTarget {
  const url = new URL(address);
  return { kind: 'host', host: toPlainHost(url), port: toPort(url) };
}

/** Address of a service; a text that is no address is refused like every other that may not be called. */
function toAddress({ vendor, url, hostname, port, identifiers: { region } }: ConnectionTarget): string {
  if (url !== undefined) return url;
  if (vendor === 'Bedrock') return `https://bedrock.${region}.amazonaws.com`;
  if (vendor === 'Vertex') return `https://${region === 'global' ? '' : `${region}-`}aiplatform.googleapis.com`;
  return `https://${hostname}:${port}`;
}

/** Identifiers that belong to the call itself, so that nothing is looked for by them. */
const callFields: ReadonlySet<string> = new Set(['region', 'apiVersion']);

function listSteps({ vendor, service }: ConnectionTarget): TestStep[] {
  const fields = new Set<string>(findService(getVendor(vendor), service)?.fields);
  const hasIdentifier = identifierFields.some((name) => !callFields.has(name) && fields.has(name));
  return testSteps.filter((step) => step !== 'identifier' || hasIdentifier);
}

function reportPassed(step: TestStep, isEncrypted: boolean, text?: string): StepOutcome {
  if (step === 'tls' && !isEncrypted) return { step, outcome: 'skipped', message: unencrypted };
  return { step, outcome: 'passed', message: text ?? passedTexts[step] };
}

/** Whatever is thrown says no more than what this portal has words for. */
function toFailure(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error;
  if (!(error instanceof CallFailed)) return new StepFailed('reach', failures.reach);
  return new StepFailed(error.step, failures[error.fault ?? error.step]);
}

function reportFailure(steps: readonly TestStep[], failure: StepFailed, isEncrypted: boolean): StepOutcome[] {
  const failedAt = steps.indexOf(failure.step);
  return steps.map((step, index) => {
    if (index < failedAt) return reportPassed(step, isEncrypted);
    if (index > failedAt) return { step, outcome: 'skipped', message: notTried };
    return { step, outcome: 'failed', message: failure.message };
  });
}
