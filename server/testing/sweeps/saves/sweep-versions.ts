import { isDeepStrictEqual } from 'node:util';
import { listEndpoints, type SweptEndpoint } from '../endpoints.ts';
import { readJson } from '../judge-answer.ts';
import type { RawAnswer } from '../raw-call.ts';
import { mayCall } from '../sweep-access.ts';
import type { SweepReport } from '../sweep-report.ts';
import type { SweepWorld } from '../sweep-world.ts';
import { toRawCall } from '../swept-call.ts';
import type { ValidCall } from '../valid-calls/valid-call.ts';
import { getValidCall } from '../valid-calls/valid-calls.ts';

interface Saved {
  readonly version: number;
}

/** Sends a body to one endpoint, for one record. */
type Send = (what: string, body: object, expected: readonly number[], judge?: Judge) => Promise<RawAnswer>;
type Judge = (answer: RawAnswer) => string[];

/** A bank entry that is set aside has nothing left to be set aside. */
const once = ['paymentsSetAside'];

/**
 * Every endpoint that saves over a version: a save without one is written, one of another version is refused with the record as
 * it stands, and writes nothing, and of parallel saves of one version one is written.
 * @returns the ids of endpoints that declare `record.stale` and were not swept
 */
export async function sweepVersions(report: SweepReport, world: SweepWorld): Promise<string[]> {
  const left: string[] = [];
  for (const endpoint of listEndpoints().filter(({ problems }) => problems.includes('record.stale'))) {
    const caller = world.callers.find((each) => mayCall(endpoint, each));
    const valid = caller && (await getValidCall(endpoint.key, world, caller));
    if (!valid || !takesVersion(endpoint, valid)) {
      left.push(endpoint.id);
      continue;
    }
    const send: Send = async (what, body, expected, judge) => {
      const call = await toRawCall(endpoint, { ...(valid.input as object), body }, caller.headers);
      return report.run({ name: `${endpoint.id} × ${what}`, endpoint, call, expected, judge });
    };
    await sweepSaves(report, send, endpoint, valid);
  }
  return left;
}

const bodyOf = ({ input }: ValidCall) => (input as { body: object }).body;

/** Whether the call saves a record that it answers, over a version in its body. */
function takesVersion(endpoint: SweptEndpoint, valid: ValidCall): boolean {
  if (endpoint.successStatus === 204 || valid.answers?.includes(endpoint.successStatus) === false) return false;
  const { data } = (valid.body ?? endpoint.body)?.safeParse({ ...bodyOf(valid), version: 1 }) ?? {};
  return (data as Partial<Saved> | undefined)?.version === 1;
}

async function sweepSaves(report: SweepReport, send: Send, endpoint: SweptEndpoint, valid: ValidCall): Promise<void> {
  const { id, successStatus: success } = endpoint;
  const body = bodyOf(valid);
  const first = await send('a save', body, valid.answers ?? [success]);
  // A review without a version is a first one, which another sweep may have saved.
  const saved = first.status === success ? toSaved(first) : toCurrent(first);
  const { version } = saved;
  const another = version === 1 ? 2 : version - 1;
  await send('another version', { ...body, version: another }, [409], (answer) => findUnlike(answer, saved));
  if (once.includes(id)) return;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send('a parallel save', { ...body, version }, [success, 409])),
  );
  const written = answers.filter(({ status }) => status === success);
  const others = answers.filter(({ status }) => status === 409);
  const faults = written.flatMap((won) => others.flatMap((answer) => findUnlike(answer, toSaved(won))));
  if (written.length !== 1) faults.push(`${written.length} are written`);
  report.note(`${id} × parallel saves of one version`, { method: '', path: id }, answers[0]!, faults);
}

const toSaved = (answer: RawAnswer) => readJson(answer) as unknown as Saved;
const toCurrent = (answer: RawAnswer) => (readJson(answer) as unknown as { current: Saved }).current;

/** Finds what the refusal of a save says wrongly of the record as it stands. */
function findUnlike(answer: RawAnswer, saved: Saved): string[] {
  const { code, current } = (readJson(answer) ?? {}) as { code?: string; current?: unknown };
  if (code !== 'record.stale') return [`the code is ${code}`];
  return isDeepStrictEqual(current, saved) ? [] : [`it shows ${JSON.stringify(current)}, not ${JSON.stringify(saved)}`];
}
