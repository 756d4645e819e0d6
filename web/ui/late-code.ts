import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createStore, type Store } from '../lib/create-store.ts';
import { showToast } from './feedback/toast-store.ts';

/** Code that a control fetches when it is pointed at, focused or used. */
export interface LateCode<Code> extends Pick<Store<Code | undefined>, 'get' | 'subscribe'> {
  /** Rejects where it cannot be fetched. */
  readonly fetch: () => Promise<void>;
  /** Fetches it before it is needed, where that is possible. */
  readonly approach: () => void;
}

export function createLateCode<Code extends object>(load: () => Promise<Code>): LateCode<Code> {
  const { get, set, subscribe } = createStore<Code | undefined>(undefined);
  let fetching: Promise<void> | undefined;
  const fetchOnce = async () => {
    try {
      set(await load());
    } finally {
      fetching = undefined;
    }
  };
  const fetch = async () => {
    if (!get()) await (fetching ??= fetchOnce());
  };
  return { get, subscribe, fetch, approach: () => void fetch().catch(() => undefined) };
}

/** The code once it is needed and there. `giveUp` closes what needs it where it cannot be fetched. */
export function useLateCode<Code>(code: LateCode<Code>, isNeeded: boolean, giveUp: () => void): Code | undefined {
  const fail = useEffectEvent(() => {
    giveUp();
    showToast('This could not be loaded. Check your connection and try again.', 'error');
  });
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isWanted = true;
    code.fetch().catch(() => isWanted && fail());
    return () => {
      isWanted = false;
    };
  }, [code, isNeeded]);
  return useSyncExternalStore(code.subscribe, () => (isNeeded ? code.get() : undefined));
}
