import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** A field of the library that its types leave out: whether a query is one of many tries of a wait. */
const isTry = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

/**
 * Leaves the printed page out of the errors of a wait's tries, which are thrown away and take a tenth of a page test. A wait
 * that ends in vain prints it, as each other query does.
 */
export function describeOnce(): void {
  configure({
    getElementError: (message, container) => {
      if (!isTry()) return getElementError(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}
