import { parseAnswer, readProperty } from '../assistants/attempt.ts';
import { toPlainHost, toPort, type AllowedTarget } from '../../lib/network/outbound-targets.ts';
import { createOutbound, type OutboundOptions } from '../assistants/guarded-request.ts';

/** Asks VIES about a VAT number; undefined where it could not be asked or did not know. */
export type AskVies = (vatNumber: string) => Promise<ViesAnswer | undefined>;

export interface ViesAnswer {
  readonly isValid: boolean;
  /** The number of the consultation, which proves the answer; null where none was given. */
  readonly consultation: string | null;
  /** Name and address as the member state has them; null where it does not say. */
  readonly name: string | null;
  readonly address: string | null;
}

interface ViesOptions extends OutboundOptions {
  /** Address of the REST service of the Commission. */
  readonly viesUrl: string;
  /** VAT number of the portal's provider, who asks. */
  readonly requester: string;
  readonly deadlineMs?: number;
}

const maxTextLength = 500;

/** Asks VIES whether numbers such as `DE123456788` are VAT numbers, each within ten seconds. Never throws for what it answers. */
export function createVies({ viesUrl, requester, deadlineMs = 10_000, ...options }: ViesOptions): AskVies {
  const outbound = createOutbound({ ...options, allowed: [...options.allowed, toTarget(viesUrl)] });
  const post = async (fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const target = await outbound.vet(viesUrl, signal);
      const path = `${target.url.pathname.replace(/\/+$/, '')}/check-vat-number`;
      return parseAnswer(await outbound.send(target, { path, json: JSON.stringify(fields), isBodyRead: true }, signal));
    } catch {
      return undefined;
    }
  };
  return async (vatNumber) => {
    const asked = { countryCode: vatNumber.slice(0, 2), vatNumber: vatNumber.slice(2) };
    const asker = { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) };
    const answer = await post({ ...asked, ...asker });
    // A provider outside the Union, or a number that is not registered yet, gets an answer without a consultation.
    const isWithoutProof = listErrors(answer).includes('INVALID_REQUESTER_INFO');
    return toAnswer(isWithoutProof ? await post(asked) : answer, asked);
  };
}

/** VIES is the operator's setting, wherever it is. */
function toTarget(address: string): AllowedTarget {
  const url = new URL(address);
  return { kind: 'host', host: toPlainHost(url), port: toPort(url) };
}

function listErrors(answer: unknown): unknown[] {
  const wrappers = readProperty(answer, 'errorWrappers');
  const wrapped = Array.isArray(wrappers) ? wrappers.map((each) => readProperty(each, 'error')) : [];
  return [...wrapped, readProperty(answer, 'userError')];
}

/** An answer about another number, or one that only says that the member state is silent, is none. */
function toAnswer(answer: unknown, asked: Readonly<Record<string, string>>): ViesAnswer | undefined {
  const isValid = readProperty(answer, 'valid');
  if (typeof isValid !== 'boolean') return undefined;
  const isAbout = Object.entries(asked).every(([name, value]) => readProperty(answer, name) === value);
  const errors = listErrors(answer).filter((error) => typeof error === 'string' && !/^(?:|VALID|INVALID)$/.test(error));
  if (!isAbout || errors.length > 0) return undefined;
  return {
    isValid,
    consultation: readText(answer, 'requestIdentifier'),
    name: readText(answer, 'name'),
    address: readText(answer, 'address'),
  };
}

/** VIES writes dashes where a member state says nothing. */
function readText(answer: unknown, name: string): string | null {
  const text = readProperty(answer, name);
  if (typeof text !== 'string') return null;
  const plain = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);
  return /^-*$/.test(plain) ? null : plain;
}
