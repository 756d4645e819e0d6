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
 * Follows the endpoint's stream for the input after the answer was loaded.
 * @returns `isLive`: whether values come by themselves now; `last`: the last one with its time; `newer`: the same,
 * undefined where the answer was loaded after it
 */
export function useNewer<Value>(endpoint: Endpoint, input: CallInput, answer: Answer) {
  const { data, dataUpdatedAt, isPlaceholderData, isError } = answer;
  const [newest, setNewest] = useState<{ value: Value; key: string; receivedAt: number; loadedAt: number }>();
  const key = JSON.stringify(input);
  const isEnabled = data !== undefined && !isPlaceholderData && !isError;
  const isLive = useWatch<Value>(endpoint, input, {
    isEnabled,
    onValue: (value) => setNewest({ value, key, receivedAt: Date.now(), loadedAt: dataUpdatedAt }),
  });
  const last = isEnabled && newest?.key === key ? newest : undefined;
  return { isLive, last, newer: last?.loadedAt === dataUpdatedAt ? last : undefined };
}
