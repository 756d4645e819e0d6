/**
 * Files that are always fetched together are one file. Left alone, the bundler makes one of every few lines that two
 * pages share, and each costs a round trip on a slow line.
 */
export const chunkGroups = [
  {
    name: 'portal',
    test: /\0rolldown|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:history|query-core|react-query|react-router|react-store|router-core|store))\/|web\/(?:lib\/(?:settings|use-page-title)|paths|api\/(?:session-changes|query-client)|lib\/use-leave-guard|app\/(?:guard|message-page)|ui\/(?:notice-bar|cloud-drawing|drawing-frame|logo-mark|toast-store)|features\/auth\/return-path)|contract\/capabilities/,
    priority: 3,
  },
  {
    name: 'fields',
    test: /node_modules\/@mantine\/(?:form|core\/esm\/components\/(?:CloseButton|Input|InputBase|PasswordInput|TextInput))\/|web\/ui\/(?:form-|password-field)|web\/api\/(?:client|api-|identity-token|error-words|form-errors|use-api-form|chosen-company)/,
    priority: 2,
  },
  {
    // The signed-in frame and what nearly every page in it shows. The log-in page fetches none of it.
    name: 'shell',
    test: /web\/app\/(?:shell\.|sign-in-gate|side-menu|profile-menu|company-switcher|account-tabs|not-found-page|menu\.|use-company-choice|use-log-out|use-preloaded-pages)|web\/api\/(?:current-user|queries|sign-out)|web\/features\/companies\/use-open-company|web\/lib\/(?:use-debounced|dates)|web\/ui\/(?:data-table|dropdown|empty-state|highlighted-text|page-header|search-box|skeleton|sort-header|status-badge)|theme\/mantine-shell/,
    priority: 1,
  },
];
