/** What this module asks of a logger; the service's own fits. */
export interface VisitLogger {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
}
