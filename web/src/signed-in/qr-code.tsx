import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  text: string;
  label: string;
  size?: number;
}

/** Always dark on white: that is what every camera reads. */
export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const { path, width } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${width}`}
      width={size}
      height={size}
      className={styles.code}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#17211c" />
    </svg>
  );
}

function drawn(text: string): { path: string; width: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: dots.join(''), width: size };
}
