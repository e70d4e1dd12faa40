import styles from './wordmark.module.css';

export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="16" />
      <g>
        <rect x="28" y="7" width="8" height="50" rx="4" />
        <path d="M16 13h26.1a3 3 0 0 1 2 .8L52 21l-7.9 7.2a3 3 0 0 1-2 .8H16a3 3 0 0 1-3-3V16a3 3 0 0 1 3-3zM48 33H21.9a3 3 0 0 0-2 .8L12 41l7.9 7.2a3 3 0 0 0 2 .8H48a3 3 0 0 0 3-3V36a3 3 0 0 0-3-3z" />
      </g>
    </svg>
  );
}

export function Wordmark({ href }: { href?: string }) {
  const content = (
    <>
      <Mark />
      <span>Fingerpost</span>
    </>
  );
  return href ? (
    <a href={href} className={styles.wordmark}>
      {content}
    </a>
  ) : (
    <span className={styles.wordmark}>{content}</span>
  );
}
