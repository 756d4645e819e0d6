/**
 * Shares the next call among all calls for the same key that arrive while one runs. Each caller gets the answer of a call
 * that began after it arrived, so no answer is older than without sharing; a thousand calls at once become two.
 */
export function createSharedCalls<T>(call: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | undefined }>();
  const start = (key: string): Promise<T> => {
    const turn = { now: call(key), next: undefined as Promise<T> | undefined };
    running.set(key, turn);
    const end = () => {
      if (running.get(key) === turn && !turn.next) running.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  return (key) => {
    const turn = running.get(key);
    if (!turn) return start(key);
    const goOn = () => start(key);
    return (turn.next ??= turn.now.then(goOn, goOn));
  };
}
