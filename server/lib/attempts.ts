/** Steps of a job failed that do not depend on each other; each has been logged, and the others were done. */
export class StepsFailed extends Error {
  override name = 'StepsFailed';
}

interface AttemptsLog {
  warn(fields: object, text: string): void;
}

export interface Attempts {
  /** Answers undefined where the step fails: that is logged, with a text that names no person and no value. */
  run<T>(step: () => Promise<T>, text: string, fields?: object): Promise<T | undefined>;
  /** @throws StepsFailed where a step has failed, so that its job fails too: is counted, and tried again */
  end(): void;
}

/** For work of many steps, of which one that fails must not keep the others, and not be taken for done. */
export function createAttempts(log: AttemptsLog): Attempts {
  const failed = new Map<string, number>();
  return {
    async run(step, text, fields = {}) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof StepsFailed)) log.warn({ err: error, ...fields }, text);
        const reason = error instanceof StepsFailed ? error.message : text;
        failed.set(reason, (failed.get(reason) ?? 0) + 1);
        return undefined;
      }
    },
    end() {
      if (failed.size === 0) return;
      const reasons = [...failed].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
      throw new StepsFailed(reasons.join('; '));
    },
  };
}
