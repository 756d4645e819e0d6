import { draw } from './first-icons.tsx';

export const DashboardIcon = /* @__PURE__ */ draw(
  'DashboardIcon',
  <path d="M3 16.5h14M5.5 13.5v-3M10 13.5v-9M14.5 13.5V8" />,
);
export const TutorialIcon = /* @__PURE__ */ draw(
  'TutorialIcon',
  <path d="M10 5.5C8.5 4.3 6 4 3 4v11c3 0 5.5.3 7 1.5 1.5-1.2 4-1.5 7-1.5V4c-3 0-5.5.3-7 1.5Zm0 0v11" />,
);
export const UsersIcon = /* @__PURE__ */ draw(
  'UsersIcon',
  <>
    <circle cx="7.5" cy="7" r="3" />
    <path d="M2.5 16.5c0-3 2-4.7 5-4.7s5 1.7 5 4.7M13 4.3a3 3 0 0 1 0 5.4M14.7 12.2c1.8.6 2.8 2.1 2.8 4.3" />
  </>,
);
export const CompanyIcon = /* @__PURE__ */ draw(
  'CompanyIcon',
  <path d="M4 17V4.5L11 3v14M11 8h5v9M2.5 17h15M6.5 7.5h2M6.5 10.5h2M6.5 13.5h2M13.5 11v.01M13.5 14v.01" />,
);
export const UsageIcon = /* @__PURE__ */ draw(
  'UsageIcon',
  <>
    <path d="M3.5 14.5a7.5 7.5 0 1 1 13 0" />
    <path d="m10 11.5 3.2-4" />
    <circle cx="10" cy="12" r="1" />
  </>,
);
export const BillingIcon = /* @__PURE__ */ draw(
  'BillingIcon',
  <path d="M5 2.5h10v15l-2.5-1.5L10 17.5 7.5 16 5 17.5v-15ZM8 6.5h4M8 9.5h4M8 12.5h2.5" />,
);
export const IntegrationsIcon = /* @__PURE__ */ draw(
  'IntegrationsIcon',
  <path d="M7 2.5v4M13 2.5v4M4.5 6.5h11v3a5.5 5.5 0 0 1-11 0v-3ZM10 15v2.5" />,
);
export const ConnectionsIcon = /* @__PURE__ */ draw(
  'ConnectionsIcon',
  <path d="M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-.8.8M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l.8-.8" />,
);
export const SkillsIcon = /* @__PURE__ */ draw(
  'SkillsIcon',
  <path d="m10 2.5 1.9 4.6 4.6 1.9-4.6 1.9L10 15.5l-1.9-4.6L3.5 9l4.6-1.9L10 2.5ZM15.5 14v3.5M13.750 15.750h3.5" />,
);
export const StoreIcon = /* @__PURE__ */ draw(
  'StoreIcon',
  <path d="M3.5 8 5 3.5h10L16.5 8M3.5 8c0 1.2 1 2 2.2 2S7.8 9.2 7.8 8c0 1.2 1 2 2.2 2s2.2-.8 2.2-2c0 1.2 1 2 2.1 2s2.2-.8 2.2-2M3.5 8h13M4.5 10v6.5h11V10" />,
);
export const ConversationsIcon = /* @__PURE__ */ draw(
  'ConversationsIcon',
  <path d="M3 3.5h10v7H7l-3 2.5v-2.5H3v-7ZM15.5 7H17v7h-1v2.5L13 14H8.5" />,
);
export const AssistantsIcon = /* @__PURE__ */ draw(
  'AssistantsIcon',
  <path d="M10 2.5v3M4 5.5h12v10H4v-10ZM7.5 9.5v1M12.5 9.5v1M7.5 13h5M2 9v3M18 9v3" />,
);
export const AuditIcon = /* @__PURE__ */ draw(
  'AuditIcon',
  <path d="M4.5 2.5h11v15h-11v-15ZM7.5 6.5h5M7.5 9.5h2M7.5 13.200l1.5 1.5 3.5-3.700" />,
);
export const CompaniesIcon = /* @__PURE__ */ draw(
  'CompaniesIcon',
  <path d="M2.5 17V7l5-2v12M7.5 17V3h6v14M13.5 8h4v9M1.5 17h17M10.5 6.5v.01M10.5 9.5v.01M10.5 12.5v.01" />,
);
export const OperationsIcon = /* @__PURE__ */ draw('OperationsIcon', <path d="M2 10.5h3.5l2-6 4 11 2.5-7 1 2H18" />);
export const PaymentsIcon = /* @__PURE__ */ draw(
  'PaymentsIcon',
  <path d="M2.5 8 10 3.5 17.5 8h-15ZM4.5 8v6.5M8.2 8v6.5M11.8 8v6.5M15.5 8v6.5M2.5 16.5h15" />,
);
export const MenuIcon = /* @__PURE__ */ draw('MenuIcon', <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />);
export const SideMenuIcon = /* @__PURE__ */ draw('SideMenuIcon', <path d="M3 4h14v12H3V4ZM8 4v12" />);
export const SearchIcon = /* @__PURE__ */ draw(
  'SearchIcon',
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13 13 4 4" />
  </>,
);
export const PlusIcon = /* @__PURE__ */ draw('PlusIcon', <path d="M10 4v12M4 10h12" />);
export const MinusIcon = /* @__PURE__ */ draw('MinusIcon', <path d="M4 10h12" />);
export const TrashIcon = /* @__PURE__ */ draw(
  'TrashIcon',
  <path d="M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.7 11h8.6l.7-11M8.3 8.7l.2 4.6M11.7 8.7l-.2 4.6" />,
);
export const ChevronDownIcon = /* @__PURE__ */ draw('ChevronDownIcon', <path d="m5.5 8 4.5 4.5L14.5 8" />);
export const ArrowUpIcon = /* @__PURE__ */ draw('ArrowUpIcon', <path d="M10 16V4M5.5 8.5 10 4l4.5 4.5" />);
export const ArrowDownIcon = /* @__PURE__ */ draw('ArrowDownIcon', <path d="M10 4v12M5.5 11.5 10 16l4.5-4.5" />);
export const LockIcon = /* @__PURE__ */ draw(
  'LockIcon',
  <>
    <rect x="4.5" y="9" width="11" height="7.5" rx="1.5" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </>,
);
export const ExternalIcon = /* @__PURE__ */ draw(
  'ExternalIcon',
  <path d="M8 5H4.5v10.5H15V12M11.5 3.5h5v5M16.5 3.5 9 11" />,
);
export const MailIcon = /* @__PURE__ */ draw('MailIcon', <path d="M2.5 4.5h15v11h-15v-11ZM3 5l7 6 7-6" />);
export const PhoneIcon = /* @__PURE__ */ draw(
  'PhoneIcon',
  <path d="M6.8 3 8.5 6.8 6.7 8.3c.9 2.1 2.9 4.1 5 5l1.5-1.8L17 13.2v2.6c0 .9-.7 1.5-1.6 1.4C8.9 16.6 3.4 11.1 2.8 4.6 2.7 3.7 3.3 3 4.2 3h2.6Z" />,
);
export const SunIcon = /* @__PURE__ */ draw(
  'SunIcon',
  <>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1" />
  </>,
);
export const MoonIcon = /* @__PURE__ */ draw('MoonIcon', <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z" />);
export const SystemIcon = /* @__PURE__ */ draw('SystemIcon', <path d="M2.5 4h15v9.5h-15V4ZM7 16.5h6M10 13.5v3" />);
export const HistoryIcon = /* @__PURE__ */ draw(
  'HistoryIcon',
  <path d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3v4h4M10 6.5V10l2.5 1.5" />,
);
export const CalendarIcon = /* @__PURE__ */ draw(
  'CalendarIcon',
  <path d="M3.5 5h13v11.5h-13V5ZM3.5 8.5h13M7 3v3.5M13 3v3.5" />,
);
export const RefreshIcon = /* @__PURE__ */ draw(
  'RefreshIcon',
  <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7L16.5 7M16.5 3v4h-4" />,
);
export const ColumnsIcon = /* @__PURE__ */ draw('ColumnsIcon', <path d="M3.5 4.5h13v11h-13zM8 4.5v11M12.5 4.5v11" />);
export const MoreIcon = /* @__PURE__ */ draw(
  'MoreIcon',
  <path d="M4.500 10v.01M10 10v.01M15.500 10v.01" strokeWidth="2.5" />,
);
export const ArrowLeftIcon = /* @__PURE__ */ draw('ArrowLeftIcon', <path d="M16 10H4M8.5 5.5 4 10l4.5 4.5" />);
export const ArrowRightIcon = /* @__PURE__ */ draw(
  'ArrowRightIcon',
  <path d="M4 10h12M11.500 5.500 16 10l-4.500 4.500" />,
);
