import { useState } from 'react';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  src?: string | undefined;
  size?: number;
}

/** The picture, or the first letters while there is none. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const letters = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');
  return (
    <span
      className={styles.avatar}
      aria-hidden="true"
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}
    >
      {src && src !== failed ? <img src={src} alt="" onError={() => setFailed(src)} /> : letters || '?'}
    </span>
  );
}
