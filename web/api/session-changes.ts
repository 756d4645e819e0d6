/**
 * Sign-ins and sign-outs, told to this tab and to every other tab of the portal, because they all share one session
 * cookie.
 */
export type SessionChange = 'signed-in' | 'signed-out';

type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'signed-in' || data === 'signed-out') tellThisTab(data);
});

function tellThisTab(change: SessionChange) {
  for (const listener of listeners) listener(change);
}

/** Calls back at every change, from whichever tab it came. Returns what ends it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function announceSessionChange(change: SessionChange) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  channel?.postMessage(change);
  tellThisTab(change);
}
