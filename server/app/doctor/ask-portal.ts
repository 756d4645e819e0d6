import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import { urlHost } from '../../config/read-values.ts';
import { createDoctorProof, doctorChecksPath, doctorHeader } from '../../lib/crypto/doctor-proof.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Line } from './check.ts';

/** Above the patience of its slowest check. */
const patienceMs = 60_000;

const Answer = z.object({
  proof: z.string(),
  lines: z.array(z.object({ check: z.string(), level: z.enum(['ok', 'warning', 'fault', 'left']), text: z.string() })),
});

/** Address at which a portal of these settings is reached on this machine. */
export const toOwnAddress = ({ http: { host, port } }: Pick<Config, 'http'>): string =>
  `http://${urlHost(host)}:${port}`;

/** Lines of what the portal of these settings sees itself; undefined where none runs, or one with another key or of a version before. */
export async function askPortal(
  config: Pick<Config, 'http'>,
  { secretsKey, clock }: { readonly secretsKey: string; readonly clock: Clock },
): Promise<readonly Line[] | undefined> {
  const proof = createDoctorProof(secretsKey, 'checks');
  const question = proof.ask(clock.now());
  try {
    const response = await fetch(new URL(doctorChecksPath, toOwnAddress(config)), {
      method: 'POST',
      headers: { [doctorHeader]: question },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = Answer.parse(await response.json());
    return answer.proof === proof.answer(question) ? answer.lines : undefined;
  } catch {
    return undefined;
  }
}
