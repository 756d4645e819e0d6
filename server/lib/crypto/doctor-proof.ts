import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Path at which a portal answers the doctor, and no one else. */
export const doctorPath = '/api/doctor';
/** Path at which it answers with what it sees itself. */
export const doctorChecksPath = '/api/doctor/checks';
export const doctorHeader = 'x-steward-doctor';

const patienceMs = 60_000;

/** Proof between a portal and who holds its key: a stranger gets no answer, and another portal cannot answer. */
export interface DoctorProof {
  /** The value of the header of a question. */
  ask(now: Date): string;
  /** Whether the question is of one who holds the key, and of this minute. */
  isAsked(question: string, now: Date): boolean;
  /** The proof that goes with the answer. */
  answer(question: string): string;
}

/** @param purpose a question of the way here, which goes by way of the public address, asks for no checks */
export function createDoctorProof(secretsKey: string, purpose: 'way' | 'checks' = 'way'): DoctorProof {
  const info = purpose === 'way' ? 'steward doctor' : `steward doctor ${purpose}`;
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', info, 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    ask: (now) => {
      const question = `${now.getTime()}.${randomBytes(16).toString('base64url')}`;
      return `${question}.${sign(`question ${question}`)}`;
    },
    isAsked: (question, now) => {
      const [at = '', nonce = '', proof = ''] = question.split('.');
      const [given, own] = [Buffer.from(proof), Buffer.from(sign(`question ${at}.${nonce}`))];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return false;
      return Math.abs(now.getTime() - Number(at)) <= patienceMs;
    },
    answer: (question) => sign(`answer ${question}`),
  };
}
