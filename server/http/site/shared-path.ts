/** The path of shared statistics, below the dashboard's. */
export const SHARED_PATH = '/shared';
