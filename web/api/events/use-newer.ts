import { useState } from 'react';
import type { CallInput } from '../contract-request.ts';
import type { Endpoint } from './read-events.ts';
import { useWatch } from './use-watch.ts';

/** An answer of the endpoint that the stream repeats, as React Query keeps it. */
interface Answer {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
  readonly isError: boolean;
}

/**
 * What an endpoint streams for the input since the answer was loaded. A later answer replaces it.
 * @returns whether values come by themselves now, and the newest with its time; undefined where the answer is newer
 */
export function useNewer<Value>(endpoint: Endpoint, input: CallInput, answer: Answer) {
  const { data, dataUpdatedAt, isPlaceholderData, isError } = answer;
  const [newest, setNewest] = useState<{ value: Value; receivedAt: number; loadedAt: number }>();
  const isEnabled = data !== undefined && !isPlaceholderData && !isError;
  const isLive = useWatch<Value>(endpoint, input, {
    isEnabled,
    onValue: (value) => setNewest({ value, receivedAt: Date.now(), loadedAt: dataUpdatedAt }),
  });
  return { isLive, newer: isEnabled && newest?.loadedAt === dataUpdatedAt ? newest : undefined };
}
