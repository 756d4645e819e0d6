import { useEffect, useEffectEvent, useState } from 'react';
import type { CallInput } from '../contract-request.ts';
import { keepWatching } from './keep-watching.ts';
import type { Endpoint } from './read-events.ts';

interface WatchOptions<Value> {
  readonly isEnabled: boolean;
  readonly onValue: (value: Value) => void;
}

/**
 * Calls back with each value that an endpoint streams for the input.
 * @returns whether values come by themselves now; false in a tab that can not be seen, and while the stream is lost
 */
export function useWatch<Value>(
  [group, name]: Endpoint,
  input: CallInput,
  { isEnabled, onValue }: WatchOptions<Value>,
): boolean {
  const [isLive, setIsLive] = useState(false);
  const receive = useEffectEvent((value: unknown) => onValue(value as Value));
  const key = JSON.stringify(input);
  useEffect(() => {
    if (!isEnabled) return undefined;
    return keepWatching({
      endpoint: [group, name],
      input: JSON.parse(key) as CallInput,
      onValue: receive,
      onLive: setIsLive,
    });
  }, [group, name, key, isEnabled]);
  return isLive && isEnabled;
}
