import { DAY, MINUTE, type Micros } from '../../../../contract/time.ts';

/** A session expires after this time without use. */
export const SESSION_LIFE: Micros = 30 * DAY;
/** How long a sign-in counts as recent. */
export const FRESH_LIFE: Micros = 10 * MINUTE;
