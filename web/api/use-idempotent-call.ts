import { useState } from 'react';
import { newIdempotencyKey } from '../lib/idempotency-key.ts';
import { ApiProblem } from './api-problem.ts';

interface IdempotencyHeaders {
  'idempotency-key': string;
}

/**
 * Sends a creation under one key until the server has answered, so that a repeated attempt creates nothing twice. After
 * a problem of the server the next attempt has a new key; after a lost connection it keeps the old one.
 */
export function useIdempotentCall() {
  const [key, setKey] = useState(newIdempotencyKey);
  return async function send<Answer>(call: (headers: IdempotencyHeaders) => Promise<Answer>): Promise<Answer> {
    try {
      return await call({ 'idempotency-key': key });
    } catch (error) {
      if (error instanceof ApiProblem && error.requestId !== '') setKey(newIdempotencyKey());
      throw error;
    }
  };
}
