import styles from './waiting.module.css';

interface SkeletonProps {
  /** As high as what will stand there, in pixels. */
  height?: number;
  width?: string;
  round?: boolean;
}

/** Stands where something will, at its size. */
export function Skeleton({ height = 20, width, round }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.skeleton}
      style={{ blockSize: height, ...(width && { inlineSize: width }), ...(round && { borderRadius: '50%' }) }}
    />
  );
}

/** A paragraph to come. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <span className={styles.lines}>
      {[...Array(count).keys()].map((line) => (
        <Skeleton key={line} height={16} width={line === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  );
}

export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={styles.track}
    >
      <div className={styles.bar} style={{ transform: `scaleX(${max === 0 ? 0 : value / max})` }} />
    </div>
  );
}
