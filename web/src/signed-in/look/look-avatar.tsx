import type { PictureFrame } from '../pictures/index.tsx';
import styles from './look-avatar.module.css';

interface LookAvatarProps {
  frame: PictureFrame;
  src: string | null;
  name: string;
}

/** The picture in the frame that the theme gives it. */
export function LookAvatar({ frame: { ratio = 1, shape }, src, name }: LookAvatarProps) {
  return (
    <span className={`${styles.avatar} ${styles[shape]}`} style={{ aspectRatio: ratio }} aria-hidden="true">
      {src ? <img src={src} alt="" /> : [...name][0]}
    </span>
  );
}
