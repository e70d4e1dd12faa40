/**
 * The dashboard sends it as `1` with each request. Pages of other origins cannot: browsers ask the service first, and it
 * allows them other headers only.
 */
export const DASHBOARD_HEADER = 'fingerpost-dashboard';
