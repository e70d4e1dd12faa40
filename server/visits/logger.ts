/** The part of the service's logger that this module needs. */
export interface VisitLogger {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
}
