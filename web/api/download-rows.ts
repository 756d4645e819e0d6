import { rowCountHeader } from '#contract/constants.ts';
import { getRoute } from './api-address.ts';
import { checkAnswer, send, toThrown } from './client.ts';
import { buildRequest, type CallInput } from './contract-request.ts';
import { createRowCounter } from './row-counter.ts';

export interface RowProgress {
  readonly rows: number;
  /** Undefined where the answer does not say. */
  readonly total: number | undefined;
}

interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RowProgress) => void;
}

/** Between two reports of progress. */
const progressMs = 100;
/** Parts are joined from this length on, because a browser may keep the bytes of a blob on its disk. */
const joinedBytes = 8 * 1024 * 1024;

/**
 * Downloads a file of rows by an endpoint of the contract, such as `['exports', 'listConversations']`.
 * @throws ApiProblem also for a file that broke off; the error of the signal where the download was cancelled
 */
export async function downloadRows(
  endpoint: readonly [group: string, name: string],
  input: CallInput,
  { signal, onProgress }: DownloadOptions,
): Promise<File> {
  const route = getRoute(endpoint);
  try {
    const response = await send(buildRequest(route, input, signal), route);
    await checkAnswer(response);
    const { headers } = response;
    const total = headers.has(rowCountHeader) ? Number(headers.get(rowCountHeader)) : undefined;
    const type = headers.get('content-type') ?? '';
    const counter = createRowCounter(type);
    let shownAt = -Infinity;
    const parts = await readParts(response, (bytes) => {
      counter.add(bytes);
      if (performance.now() - shownAt < progressMs) return;
      shownAt = performance.now();
      onProgress({ rows: counter.rows, total });
    });
    return new File(parts, findName(headers), { type });
  } catch (error) {
    throw toThrown(error, signal);
  }
}

async function readParts(response: Response, onBytes: (bytes: Uint8Array) => void): Promise<Blob[]> {
  const blobs: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const join = () => {
    blobs.push(new Blob(waiting));
    [waiting, length] = [[], 0];
  };
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onBytes(part.value);
    waiting.push(part.value);
    length += part.value.length;
    if (length >= joinedBytes) join();
  }
  join();
  return blobs;
}

const findName = (headers: Headers) =>
  /filename="(?<name>[^"]+)"/.exec(headers.get('content-disposition') ?? '')?.groups?.name ?? 'download';
