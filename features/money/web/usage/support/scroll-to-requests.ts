export const supportRequestsId = 'support-requests';

/** The list stands below the limits, often outside the window. */
export function scrollToSupportRequests(): void {
  document.getElementById(supportRequestsId)?.scrollIntoView({ block: 'nearest' });
}
