/**
 * Files that are always fetched together are one file. Left alone, the bundler makes one of every few lines that two
 * pages share, and each costs a round trip on a slow line. A group holds only what each of its pages needs at once: what
 * opens later (dialogs, calendars, forms) stays in files of its own.
 */
export const chunkGroups = [
  {
    // Every page, that of the log-in too.
    name: 'portal',
    test: anyOf(
      /\0(?:rolldown|vite)/,
      packageFile(
        /react|react-dom|scheduler|@tanstack\/(?:history|query-core|react-query|react-router|react-store|router-core|store)/,
      ),
      packageFile(/@mantine\/form/),
      packageFile(/@mantine\/core\/esm\/core\/MantineProvider/),
      mantineComponent(/CloseButton|Input|InputBase|PasswordInput|TextInput/),
      /\/web\/lib\/(?:area-memory|browser|create-store|focus-heading|plain-click|settings|use-page-title|use-unsaved-changes-guard)\./,
      /\/web\/api\/(?:session\/maintenance|session-changes|query-client|client|api-|identity-token|error-words|form-errors|use-api-form|chosen-company)/,
      /\/web\/(?:paths|app\/routes\/(?:message-page|shell-loader))\./,
      /\/web\/ui\/(?:link-button|layout\/layout|forms\/(?:form-alert|forms\.|password-field)|feedback\/(?:feedback|notice-bar|toast-store)|drawings\/(?:cloud-drawing|drawing-frame|first-icons|logo-mark))/,
      /\/features\/sign-in\/web\/auth\/sign-in\/(?:return-path|remembered-step)/,
      /\/contract\/capabilities/,
      // In one file with the layout: together they compress better, and a class of a part follows the look of all fields.
      /\/web\/theme\/(?:fonts|tokens|base|mantine-base|fields)\./,
    ),
    priority: 4,
  },
  {
    // The signed-in frame and what nearly every page in it shows. The log-in page fetches none of it.
    name: 'shell',
    test: anyOf(
      /\/web\/app\/(?:areas|shell\/(?:shell\.|side-menu|profile-menu|company-switcher|page-tabs|menu\.)|routes\/(?:sign-in-gate|enter-area|moved-addresses|not-found-page))/,
      /\/web\/api\/(?:current-user|queries|sign-out|events\/use-newer|use-idempotent-call)/,
      /\/web\/records\/companies\/use-open-company|\/features\/(?:company\/web\/company\.queries|billing\/web\/invoices\/invoices\.queries)/,
      /\/web\/lib\/(?:use-debounced|use-is-printing|numbers)/,
      /\/web\/records\/(?:back-link|load-error|requests-address)/,
      /\/web\/ui\/(?:records\/(?:change-mark|data-table|empty-state|marks|not-listed|status-badge)|filters\/search-box|text\/highlighted-text|feedback\/skeleton|forms\/(?:danger-button|form-layout|skeleton)|controls|drawings\/icons|dropdown|icon-button|keys\/|layout\/facts|menus|page-header)/,
      /\/contract\/(?:calendar\/(?:zones|formats)|euros)/,
      mantineComponent(/NativeSelect|Combobox\/(?:ComboboxChevron|get-parsed-combobox-data)/),
      packageFile(/@mantine\/hooks\/esm\/use-merged-ref/),
      /\/components\/(?:Checkbox\/CheckIcon|Accordion\/AccordionChevron)\./,
      /theme\/mantine-shell/,
    ),
    priority: 3,
  },
  {
    name: 'records',
    test: anyOf(
      packageFile(/@tanstack\/(?:react-virtual|virtual-core)/),
      /\/web\/ui\/records\/(?:columns|copy-rows|find-records|pager|record-|scroll-frame|use-|virtual-rows)/,
      /\/web\/records\/(?:delete-records|list-address|new-record-link|use-list-navigation|use-record-list|use-search-in-url|use-sort-in-url)/,
      /\/web\/ui\/forms\/confirm-delete\./,
    ),
    priority: 2,
  },
  {
    // The list of users and the pages of its records.
    name: 'users',
    test: anyOf(
      /\/features\/people\/(?:contract\/user-(?:fields|filters|steps)|web\/users\/(?:user-columns|users\.queries))/,
    ),
    priority: 2,
  },
  {
    // The few lines that all pages of skills share.
    name: 'skills',
    test: /\/features\/skills\/web\/(?:skill-words|skills\.module|use-skills-navigation|detail\/skill-tab|store\/(?:area-icon|card-link|skill-filter\.))/,
    priority: 2,
  },
  {
    // Their values, which the quality of answers and prepared files name too.
    name: 'skill-values',
    test: /\/features\/skills\/contract\/skill-(?:filters|states|values)/,
    priority: 2,
  },
  {
    // The same of the pages of integrations.
    name: 'integrations',
    test: /\/features\/integrations\/(?:contract\/(?:integration-filters|vendors)|web\/(?:integration-kind|integrations\.queries|list\/(?:integration-columns|listed-integrations)))/,
    priority: 2,
  },
  {
    // Parts of the pages on which one signs up, or gets another password.
    name: 'sign-up-parts',
    test: anyOf(/\/web\/ui\/forms\/(?:code-field|new-password-field)/, /\/sign-in\/web\/auth\/sign-up\/resend-code/),
    priority: 2,
  },
  {
    // The actions on selected rows, which the log and the dashboard do not have.
    name: 'selection',
    test: /\/web\/records\/selection\//,
    priority: 2,
  },
  {
    // The menu that downloads what a page shows.
    name: 'downloads',
    test: anyOf(
      /\/web\/records\/downloads\/(?:download-menu|my-files-link|row-progress|use-row-download)/,
      /\/web\/[a-z/]*save-file/,
      mantineComponent(/Progress/),
    ),
    priority: 2,
  },
  {
    // What opens at a button: its place, its focus, and Mantine's menu, which is fetched with the first one that opens.
    name: 'popups',
    test: anyOf(
      packageFile(/@floating-ui\/[a-z-]+/),
      mantineComponent(/Menu|Popover|Portal/),
      packageFile(/@mantine\/core\/esm\/utils\/Floating/),
      packageFile(/@mantine\/hooks\/esm\/use-(?:click-outside|focus-return|focus-trap|long-press)/),
      /\/web\/ui\/(?:opened-menu|button-outside)\./,
    ),
    priority: 2,
  },
  {
    name: 'charts',
    test: anyOf(
      packageFile(/d3-[a-z]+|internmap/),
      /\/web\/ui\/(?:charts|figures)\//,
      /\/features\/dashboard\/web\/(?:analytics\.queries|dashboard\/(?:compared-days|dashboard\.module))/,
      /\/web\/records\/(?:use-error-notice|conversations\/(?:answers\.queries|conversation-status|full-name|hours-of-week))/,
      /\/web\/records\/range\/(?:date-range\.|date-range-picker|date-range-toolbar|log-link|requests-link|use-analytics-scope)/,
      /\/web\/lib\/comparison/,
      /\/(?:web\/records|contract)\/attention\//,
      /\/contract\/(?:comparison|conversations\/(?:conversations|rating-values)|calendar\/(?:day-steps|durations))/,
    ),
    priority: 1,
  },
  {
    // What the log, its views and the search of everything share.
    name: 'log-views',
    test: /\/features\/conversation-log\/(?:contract\/(?:log-filters|view-values)|web\/logs\/views\/(?:listed-views|views\.queries))/,
    priority: 0,
  },
];

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'));
}

function packageFile({ source }: RegExp): RegExp {
  return new RegExp(`\\/node_modules\\/(?:${source})\\/`);
}

function mantineComponent({ source }: RegExp): RegExp {
  return packageFile(new RegExp(`@mantine\\/core\\/esm\\/components\\/(?:${source})`));
}
