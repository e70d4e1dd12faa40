import { DAY, MINUTE, type Micros } from '../../../../contract/time.ts';

/** A session ends when it was not used for this long. */
export const SESSION_LIFE: Micros = 30 * DAY;
/** How long a sign-in is recent enough for what needs one. */
export const FRESH_LIFE: Micros = 10 * MINUTE;
