import { operationWords } from './operation-words.ts';

/** 'accountLimit' → 'Account limit', 'sign-up' → 'Sign up', 'files.not-found' → 'Files not found'. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An operation without words is shown by its id, split into words. */
export function describeOperation(operationId: string): string {
  return operationWords[operationId] ?? toWords(operationId);
}

/** The answers to denied requests, by problem code. */
export const answerWords: Readonly<Record<string, string>> = {
  'access.refused': 'Denied: the role does not allow this',
  'record.not-found': 'No such record',
  'files.not-found': 'No such file',
};

export function describeAnswer(code: string): string {
  return answerWords[code] ?? toWords(code);
}
