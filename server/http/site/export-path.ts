/** Where archives of exported data are, on the dashboard's origin. */
export const EXPORT_PATH = '/exports';
