import { can, getCapabilities } from '#contract/capabilities.ts';
import { listEndpoints, type SweptEndpoint } from './endpoints.ts';
import { readJson } from './judge-answer.ts';
import type { RawAnswer } from './raw-call.ts';
import type { Stranger } from './strangers.ts';
import type { SweepReport } from './sweep-report.ts';
import type { SweepCaller, SweepWorld } from './sweep-world.ts';
import { toRawCall } from './swept-call.ts';
import { getValidCall } from './valid-calls/valid-calls.ts';
import type { ValidCall } from './valid-calls/valid-call.ts';

/** Every endpoint × every caller: allowed exactly as in the capability table. */
export async function sweepAccess(report: SweepReport, world: SweepWorld, strangers: readonly Stranger[]) {
  const endpoints = listEndpoints();
  const calls = await Promise.all(endpoints.map(({ key }) => getValidCall(key, world, world.superAdmin)));
  const isLast = (index: number) => Number(calls[index]?.endsSession === true);
  const order = endpoints.map((_, index) => index).toSorted((one, other) => isLast(one) - isLast(other));
  for (const index of order) {
    const [endpoint, made] = [endpoints[index], calls[index]];
    if (!endpoint || !made) continue;
    const swept = { endpoint, made };
    await world.forgetAttempts();
    await Promise.all(strangers.map((stranger) => sweepStranger(report, world, swept, stranger)));
    await world.forgetAttempts();
    for (const caller of world.callers) await sweepCaller(report, world, swept, caller);
    await sweepSenders(report, world, swept);
  }
}

interface Swept {
  readonly endpoint: SweptEndpoint;
  /** A valid call for callers that are refused: only one that is let in needs records of its own. */
  readonly made: ValidCall;
}

async function sweepCaller(report: SweepReport, world: SweepWorld, { endpoint, made }: Swept, caller: SweepCaller) {
  const valid = mayCall(endpoint, caller) ? await getValidCall(endpoint.key, world, caller) : made;
  await report.run({
    name: `${endpoint.id} × ${caller.name}`,
    endpoint,
    call: await toRawCall(endpoint, valid.input, caller.headers),
    expected: mayCall(endpoint, caller) ? answersOf(endpoint, valid) : [isIntake(endpoint) ? 401 : 403],
    judge: isIntake(endpoint) ? findOtherCode : undefined,
  });
  if (valid.endsSession) await world.renew(caller);
}

/** Whether the capability table allows the caller to use the endpoint. */
export function mayCall({ meta }: SweptEndpoint, { holder }: SweepCaller): boolean {
  const { access } = meta;
  if (access === 'intake') return false;
  return (
    access === 'public' ||
    access === 'session' ||
    access === 'signed-in' ||
    can({ capabilities: getCapabilities(holder) }, access)
  );
}

function answersOf(endpoint: SweptEndpoint, valid: ValidCall): readonly number[] {
  return valid.answers ?? [endpoint.successStatus];
}

async function sweepStranger(report: SweepReport, world: SweepWorld, { endpoint, made }: Swept, stranger: Stranger) {
  const { access } = endpoint.meta;
  const valid = access === 'public' ? await getValidCall(endpoint.key, world, world.superAdmin) : made;
  // A session with a temporary password may set a new password.
  if (endpoint.id === 'sessionReplacePassword' && 'cookie' in stranger.headers) return;
  const { headers, ...call } = await toRawCall(endpoint, valid.input);
  const expected = access === 'session' ? stranger.sessionAnswers : [401];
  await report.run({
    name: `${endpoint.id} × ${stranger.name}`,
    endpoint,
    call: { ...call, headers: { ...headers, ...stranger.headers } },
    expected: access === 'public' ? answersOf(endpoint, valid) : expected,
    judge: access === 'public' ? undefined : isIntake(endpoint) ? findOtherCode : findToken,
  });
}

/** Valid intake keys are accepted by intake endpoints only; invalid keys are refused. */
async function sweepSenders(report: SweepReport, world: SweepWorld, { endpoint, made }: Swept) {
  const { good, bad } = world.senders;
  for (const sender of isIntake(endpoint) ? [...good, ...bad] : good) {
    const isLetIn = endpoint.meta.access === 'public' || (isIntake(endpoint) && good.includes(sender));
    const valid = isLetIn ? await getValidCall(endpoint.key, world, world.superAdmin) : made;
    const { headers, ...call } = await toRawCall(endpoint, valid.input);
    await report.run({
      name: `${endpoint.id} × ${sender.name}`,
      endpoint,
      call: { ...call, headers: { ...headers, ...sender.headers } },
      expected: isLetIn ? answersOf(endpoint, valid) : [401],
      judge: isLetIn ? undefined : isIntake(endpoint) ? findOtherCode : findNoReason,
    });
  }
}

function isIntake({ meta }: SweptEndpoint): boolean {
  return meta.access === 'intake';
}

/** Callers without a valid key get `intake.key-required`, also with an identity token. */
function findOtherCode(answer: RawAnswer): string[] {
  const { code } = (readJson(answer) ?? {}) as { code?: string };
  return code === 'intake.key-required' ? [] : [`the code is ${code}`];
}

/** A key outside the intake is answered what it opens. */
function findNoReason(answer: RawAnswer): string[] {
  const { message = '' } = (readJson(answer) ?? {}) as { message?: string };
  return message.includes('An intake key opens') ? [] : [`the message is ${message}`];
}

function findToken({ text, headers }: RawAnswer): string[] {
  const hasToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(text) || String(headers['set-cookie'] ?? '').includes('eyJ');
  return hasToken ? ['the answer holds a token'] : [];
}
