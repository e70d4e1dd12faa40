// Visitors as a request shows them: an address and a user agent, not identified yet.
import { early } from './skew.ts';

const SYSTEMS = [
  'Linux; Android 10; K',
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
];
const VERSIONS = 40;

export interface Stranger {
  readonly address: string;
  readonly userAgent: string;
}

export function stranger(random: () => number): Stranger {
  return {
    address: Array.from({ length: 4 }, () => 1 + Math.floor(random() * 223)).join('.'),
    userAgent: `Mozilla/5.0 (${SYSTEMS[early(SYSTEMS.length, random)]}) AppleWebKit/537.36 Chrome/${100 + early(VERSIONS, random)}.0.0.0 Safari/537.36`,
  };
}
