import { createParser } from 'eventsource-parser';
import { getRoute } from '../api-address.ts';
import { networkProblem } from '../api-problem.ts';
import { checkAnswer, send, toThrown } from '../client.ts';
import { buildRequest, type CallInput } from '../contract-request.ts';

export type Endpoint = readonly [group: string, name: string];

interface EventOptions {
  readonly signal: AbortSignal;
  readonly onValue: (value: unknown) => void;
}

/** The portal sends something every 20 seconds; without it for this time the line is dead. */
const silenceMs = 50_000;

/**
 * Reads the values of an endpoint that streams server-sent events until the portal ends the stream.
 * @throws ApiProblem; the error of the signal where it was aborted
 */
export async function readEvents(endpoint: Endpoint, input: CallInput, { signal, onValue }: EventOptions) {
  const route = getRoute(endpoint);
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const request = buildRequest(route, input, AbortSignal.any([signal, silence.signal]));
  try {
    const response = await send(request, route);
    await checkAnswer(response);
    const parser = createParser({ onEvent: ({ data }) => onValue(JSON.parse(data)) });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      parser.feed(part.value);
    }
  } catch (error) {
    throw silence.signal.aborted ? networkProblem(error) : toThrown(error, signal);
  } finally {
    clearTimeout(timer);
  }
}
