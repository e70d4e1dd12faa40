import { classNames } from '../../../design/class-names.ts';
import styles from './world-map.module.css';

export interface TipPlace {
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
export function tipPlaceOf(target: Element, frame: Element): TipPlace {
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
export function MapTip({ place, name, value }: { place: TipPlace; name: string; value: string }) {
  return (
    <div
      className={classNames(styles.tip, place.isBelow && styles.below)}
      style={{ left: place.x, top: place.y }}
      aria-hidden="true"
      data-map-tip=""
    >
      <span className={styles.tipName}>{name}</span>
      <strong>{value}</strong>
    </div>
  );
}
