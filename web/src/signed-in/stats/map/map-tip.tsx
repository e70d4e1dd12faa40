import { classNames } from '../../../design/class-names.ts';
import styles from './world-map.module.css';

export interface TipPosition {
  /** Inside the frame, in pixels. */
  x: number;
  y: number;
  isBelow: boolean;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Half of the widest tip. */
const MARGIN = 80;
const ROOM_ABOVE = 64;

/** Above the middle of the country, or below where there is no room. */
export function tipPositionOf(target: Element, frame: Element): TipPosition {
  const around: Box = frame.getBoundingClientRect();
  const box: Box = target.getBoundingClientRect();
  const middle = box.left + box.width / 2 - around.left;
  const top = box.top - around.top;
  const isBelow = top < ROOM_ABOVE;
  const x = Math.min(Math.max(middle, MARGIN), around.width - MARGIN);
  // A tip below a large country would be far away from the pointer.
  return { x, y: isBelow ? Math.min(top + box.height, around.height / 2) : top, isBelow };
}

/** What the option says to a screen reader, for the eyes. */
export function MapTip({ position, name, value }: { position: TipPosition; name: string; value: string }) {
  return (
    <div
      className={classNames(styles.tip, position.isBelow && styles.below)}
      style={{ left: position.x, top: position.y }}
      aria-hidden="true"
      data-map-tip=""
    >
      <span className={styles.tipName}>{name}</span>
      <strong>{value}</strong>
    </div>
  );
}
