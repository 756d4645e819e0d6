/**
 * Files that are always fetched together are one file. Left alone, the bundler makes one of every few lines that two
 * pages share, and each costs a round trip on a slow line.
 */
export const chunkGroups = [
  {
    name: 'portal',
    test: /\0rolldown|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:history|query-core|react-query|react-router|react-store|router-core|store))\/|web\/(?:lib\/(?:area-memory|browser|create-store|focus-heading|settings|use-page-title)|paths|api\/(?:session-changes|query-client)|lib\/use-unsaved-changes-guard|app\/routes\/(?:message-page|shell-loader)|ui\/(?:feedback\/(?:notice-bar|toast-store)|drawings\/(?:cloud-drawing|drawing-frame|logo-mark))|features\/auth\/sign-in\/(?:return-path|remembered-step))|contract\/capabilities/,
    priority: 3,
  },
  {
    name: 'fields',
    test: /node_modules\/@mantine\/(?:form|core\/esm\/components\/(?:CloseButton|Input|InputBase|PasswordInput|TextInput))\/|web\/ui\/(?:link-button|forms\/(?:form-|password-field))|web\/api\/(?:client|api-|identity-token|error-words|form-errors|use-api-form|chosen-company)/,
    priority: 2,
  },
  {
    // The signed-in frame and what nearly every page in it shows. The log-in page fetches none of it.
    name: 'shell',
    test: /web\/app\/(?:shell\/(?:shell\.|side-menu|profile-menu|company-switcher|page-tabs|menu\.)|routes\/(?:sign-in-gate|not-found-page))|web\/api\/(?:current-user|queries|sign-out)|web\/features\/companies\/use-open-company|web\/lib\/use-debounced|contract\/calendar\/(?:zones|formats)|web\/ui\/(?:records\/(?:data-table|empty-state|status-badge)|filters\/search-box|text\/highlighted-text|feedback\/skeleton|forms\/skeleton|dropdown|page-header)|theme\/mantine-shell/,
    priority: 1,
  },
];
