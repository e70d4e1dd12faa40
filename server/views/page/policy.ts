// What a browser may load for a page: what is written in it, by hash, what is ours, and whom its owner called in.
import { hash } from 'node:crypto';

export interface Loaded {
  styles: readonly string[];
}

export function pagePolicy({ styles }: Loaded): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map(hashed).join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

function hashed(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
