import { doctorHeader, type DoctorProof } from '../lib/crypto/doctor-proof.ts';

/** How a question of the doctor came here, by way of what stands before the portal. */
export interface DoctorAnswer {
  readonly proof: string;
  readonly host: string | null;
  readonly forwardedFor: string | null;
  readonly bodyBytes: number;
}

/** Findings of the portal, as the lines of the command. */
interface DoctorChecks {
  readonly proof: DoctorProof;
  readonly run: () => Promise<readonly object[]>;
}

/** Parts by which a portal answers the doctor. */
export interface DoctorAnswers {
  /** Knows the doctor of this installation from others. */
  readonly doctorProof: DoctorProof;
  readonly doctorChecks: DoctorChecks;
}

interface Options extends Pick<DoctorAnswers, 'doctorProof'> {
  readonly now: () => Date;
}

/** Reports of assistants have up to 8 MiB. */
const maxBytes = 10 * 1024 * 1024;

function findQuestion(request: Request, proof: DoctorProof, now: Date): string | undefined {
  const question = request.headers.get(doctorHeader);
  return question !== null && request.method === 'POST' && proof.isAsked(question, now) ? question : undefined;
}

const toResponse = (answer: object) => Response.json(answer, { headers: { 'cache-control': 'no-store' } });

/** The answer to the doctor; undefined for anyone else, before a byte of the body is read. */
export async function answerDoctor(request: Request, { doctorProof, now }: Options): Promise<Response | undefined> {
  const question = findQuestion(request, doctorProof, now());
  if (question === undefined) return undefined;
  let bodyBytes = 0;
  for await (const chunk of request.body ?? []) {
    bodyBytes += (chunk as Uint8Array).length;
    if (bodyBytes > maxBytes) break;
  }
  const answer: DoctorAnswer = {
    proof: doctorProof.answer(question),
    host: request.headers.get('host'),
    forwardedFor: request.headers.get('x-forwarded-for'),
    bodyBytes,
  };
  return toResponse(answer);
}

/** Findings of the portal itself, for the command of the doctor; undefined for anyone else. */
export async function answerChecks(
  request: Request,
  { doctorChecks: { proof, run }, now }: Pick<DoctorAnswers, 'doctorChecks'> & Pick<Options, 'now'>,
): Promise<Response | undefined> {
  const question = findQuestion(request, proof, now());
  return question === undefined ? undefined : toResponse({ proof: proof.answer(question), lines: await run() });
}
