import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import { announceSessionChange } from '../api/session/session-changes.ts';
import { forgetArea } from '../lib/area-memory.ts';
import { forgetTab } from '../lib/tab-storage.ts';
import { calendarCode } from '../records/range/date-range-picker.tsx';
import { menuCode } from '../ui/dropdown.tsx';
import { dismissToast } from '../ui/feedback/toast-store.ts';
import { multiSelectCode } from '../ui/filters/multi-select-filter.tsx';
import { describeOnce } from './quick-errors.ts';
import { answerStylesQuickly } from './quick-styles.ts';

// The default of one second is too short on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 30_000 });
describeOnce();

// Not `window`, which is Node's global object here.
if (document.defaultView) answerStylesQuickly(document.defaultView);

// React's development build takes a stack for each element that it creates, up to this number; a tenth of a page test.
const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});

// There from the start, so that a click opens at once what it fetches in a browser.
await Promise.all([menuCode, multiSelectCode, calendarCode].map((code) => code.fetch()));

/** Browser functions that the components call and jsdom lacks. */
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

URL.createObjectURL = () => 'blob:file';
URL.revokeObjectURL = () => {};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// Vitest copies the bytes of a Blob into a Request from `_buffer`, which jsdom 29 calls `_bytes`.
const blob = new Blob();
const [implementation] = Object.getOwnPropertySymbols(blob);
Object.defineProperty(Object.getPrototypeOf(Reflect.get(blob, implementation ?? '')), '_buffer', {
  configurable: true,
  get(this: { _bytes: Uint8Array }) {
    return this._bytes;
  },
});

// Files of one worker share the modules, so what these hold of a test must not reach the next one.
afterEach(() => {
  cleanup();
  dismissToast();
  forgetArea();
  forgetTab();
  announceSessionChange('signed-out');
  localStorage.clear();
  sessionStorage.clear();
});
