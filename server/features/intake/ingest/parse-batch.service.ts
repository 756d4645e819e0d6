import { isJsonType } from '../../../lib/request/content-type.ts';
import { intakeBatchLimit, intakeKinds } from '#contract/intake/intake.ts';
import type { IntakeAnswer, IntakeKind } from '#contract/intake/intake.ts';
import type { FieldProblem } from '#contract/problems.ts';
import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import { Problem } from '../../../lib/request/problem.ts';
import type { Clock } from '../../../outside/clock.ts';
import { checkItems } from './check-items.ts';
import type { Lists } from './check-items.ts';
import { takeBatch } from './enqueue-batch.service.ts';
import type { IntakeDependencies } from './enqueue-batch.service.ts';

export interface ReceiveDependencies extends IntakeDependencies {
  readonly clock: Clock;
}

interface Body {
  readonly contentType: string | null;
  readonly bytes: Blob;
}

/** Takes a batch as an assistant sends it: the envelope as a whole, its items one by one. */
export async function receiveBatch(
  dependencies: ReceiveDependencies,
  caller: IntakeCaller,
  { contentType, bytes }: Body,
): Promise<IntakeAnswer> {
  if (!isJsonType(contentType)) throw new Problem('request.unsupported-type');
  const lists = readEnvelope(parse(new Uint8Array(await bytes.arrayBuffer())));
  const { rejected, ...items } = checkItems(lists, dependencies.clock.now());
  const { accepted } = await takeBatch(dependencies, caller, items);
  return { accepted, rejected: [...rejected] };
}

/** Less strictly than the bodies of people: what is wrong inside an item is that item's own matter. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Problem('request.malformed', { detail: 'not JSON', cause });
  }
}

function readEnvelope(body: unknown): Lists {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse([{ path: '', message: `A batch is an object with ${intakeKinds.join(', ')}.` }]);
  }
  const unknownNames = Object.keys(body).filter((name) => !intakeKinds.includes(name as IntakeKind));
  const lists = intakeKinds.map((kind) => [kind, (body as Record<string, unknown>)[kind] ?? []] as const);
  const noLists = lists.filter(([, list]) => !Array.isArray(list));
  const faults = [
    ...unknownNames.slice(0, 50).map((name) => ({ path: name, message: 'This field is not known here.' })),
    ...noLists.map(([kind]) => ({ path: kind, message: 'This is a list.' })),
  ];
  if (faults.length > 0) throw refuse(faults);
  const found = Object.fromEntries(lists) as unknown as Lists;
  const count = intakeKinds.reduce((sum, kind) => sum + found[kind].length, 0);
  if (count > intakeBatchLimit) {
    throw refuse([{ path: '', message: `A batch has at most ${intakeBatchLimit.toLocaleString('en')} items.` }]);
  }
  return found;
}

const refuse = (fields: readonly FieldProblem[]) => new Problem('request.invalid', { fields });
