import { doctorHeader, type DoctorProof } from '../lib/crypto/doctor-proof.ts';

/** How a question of the doctor came here, by way of what stands before the portal. */
export interface DoctorAnswer {
  readonly proof: string;
  readonly host: string | null;
  readonly forwardedFor: string | null;
  readonly bodyBytes: number;
}

interface Options {
  readonly doctorProof: DoctorProof;
  readonly now: () => Date;
}

/** Reports of assistants have up to 8 MiB. */
const maxBytes = 10 * 1024 * 1024;

/** The answer to the doctor; undefined for anyone else, before a byte of the body is read. */
export async function answerDoctor(request: Request, { doctorProof, now }: Options): Promise<Response | undefined> {
  const question = request.headers.get(doctorHeader);
  if (question === null || request.method !== 'POST' || !doctorProof.isAsked(question, now())) return undefined;
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
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}
