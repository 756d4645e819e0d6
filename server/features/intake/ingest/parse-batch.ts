import { intakeBatchLimit, intakeKinds } from '#contract/intake/intake.ts';
import type { IntakeKind } from '#contract/intake/intake.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { isJsonType } from '../../../lib/request/content-type.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { checkItems } from './check-items.ts';
import type { CheckedItems, ItemLists } from './check-items.ts';

/**
 * Parses a batch as an assistant sends it: bad items are rejected one by one, a bad envelope as a whole.
 * @throws Problem `request.unsupported-type`, `request.malformed`, `request.invalid`
 */
export function parseBatch(contentType: string | null, bytes: Uint8Array, now: Date): CheckedItems {
  if (!isJsonType(contentType)) throw new Problem('request.unsupported-type');
  return checkItems(parseEnvelope(parseJson(bytes)), now);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Problem('request.malformed', { detail: 'not JSON', cause });
  }
}

function parseEnvelope(body: unknown): ItemLists {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw toProblem([{ path: '', message: `A batch is an object with ${intakeKinds.join(', ')}.` }]);
  }
  const unknownNames = Object.keys(body).filter((name) => !intakeKinds.includes(name as IntakeKind));
  const lists = intakeKinds.map((kind) => [kind, (body as Record<string, unknown>)[kind] ?? []] as const);
  const noLists = lists.filter(([, list]) => !Array.isArray(list));
  const faults = [
    ...unknownNames.slice(0, 50).map((name) => ({ path: name, message: 'This field is not known here.' })),
    ...noLists.map(([kind]) => ({ path: kind, message: 'This is a list.' })),
  ];
  if (faults.length > 0) throw toProblem(faults);
  const found = Object.fromEntries(lists) as unknown as ItemLists;
  const count = intakeKinds.reduce((sum, kind) => sum + found[kind].length, 0);
  if (count > intakeBatchLimit) {
    throw toProblem([{ path: '', message: `A batch has at most ${intakeBatchLimit.toLocaleString('en')} items.` }]);
  }
  return found;
}

const toProblem = (fields: readonly FieldProblem[]) => new Problem('request.invalid', { fields });
