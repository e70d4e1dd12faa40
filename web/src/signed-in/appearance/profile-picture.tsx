import type { PictureFrame } from '../pictures/index.tsx';
import styles from './profile-picture.module.css';

interface ProfilePictureProps {
  frame: PictureFrame;
  src: string | null;
  name: string;
}

/** The picture in the frame that the theme gives it. */
export function ProfilePicture({ frame: { ratio = 1, shape }, src, name }: ProfilePictureProps) {
  return (
    <span className={`${styles.avatar} ${styles[shape]}`} style={{ aspectRatio: ratio }} aria-hidden="true">
      {src ? <img src={src} alt="" /> : [...name][0]}
    </span>
  );
}
