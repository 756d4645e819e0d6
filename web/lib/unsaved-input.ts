import { useEffect, useEffectEvent } from 'react';

type Check = () => boolean;

const checks = new Set<Check>();

/** Whether the page holds anything that was entered and is not saved. */
export const hasUnsavedInput = (): boolean => [...checks].some((check) => check());

/** From here on nothing that was entered has to be kept: the page is left without a question. */
export const discardUnsavedInput = (): void => checks.clear();

/** Counts what a component holds as unsaved, for as long as `check` answers true. */
export function useUnsavedInput(check: Check): void {
  const isUnsaved = useEffectEvent(check);
  useEffect(() => {
    const own = () => isUnsaved();
    checks.add(own);
    return () => {
      checks.delete(own);
    };
  }, []);
}
