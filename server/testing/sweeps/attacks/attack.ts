import { expect } from 'vitest';
import { sendRaw, type RawAnswer, type RawCall } from '../raw-call.ts';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';

/** Tries something that has to fail; throws where it succeeds. What it does is done to the company `own` alone. */
export type Attack = (world: SweepWorld) => Promise<void>;

/** By what is tried. */
export type Attacks = Readonly<Record<string, Attack>>;

export const evil = 'https://evil.example';

/** A call of the API; `path` without `/api`. */
export const send = ({ portal }: SweepWorld, { path, ...call }: RawCall): Promise<RawAnswer> =>
  sendRaw(portal.url, { ...call, path: `/api${path}` });

export const findCaller = ({ callers }: SweepWorld, name: string): SweepCaller => {
  const found = callers.find((caller) => caller.name === name);
  if (!found) throw new Error(`There is no caller ${name}.`);
  return found;
};

export const json = { 'content-type': 'application/json' };

/** No answer opens anything, and none is a fault of the portal. */
export function expectDenied(answer: Pick<RawAnswer, 'status' | 'text'>, what: string): void {
  const { status, text } = answer;
  expect({ what, status, text }).toEqual({ what, status: expect.toSatisfy(isDenial), text });
}

const isDenial = (status: number) => status >= 400 && status < 500;

/** A program that was led to pollute prototypes shows it in the process of the test, which is the portal's. */
export function expectNoPollution(): void {
  const empty: Record<string, unknown> = {};
  expect(empty['polluted']).toBeUndefined();
}
