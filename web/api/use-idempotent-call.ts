import { useState } from 'react';
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

/** Names one attempt to create something, so that a double click or a retry creates it once. 128 random bits. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
