import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A machine that is busy with other tests takes longer than the default second.
configure({ asyncUtilTimeout: 5000 });

/** What jsdom leaves out of a browser and the components ask for. */
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});

Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});
