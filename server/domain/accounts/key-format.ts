// API keys: fp_ + 38 characters.
import { hashToken, isWellFormedToken, newToken, tokenHint } from './token-format.ts';

const PREFIX = 'fp_';

export const newKey = () => newToken(PREFIX);
export const isWellFormedKey = (key: string) => isWellFormedToken(PREFIX, key);
export const hashKey = hashToken;
/** The part of a key that lists may show. */
export const keyHint = (key: string) => tokenHint(PREFIX, key);
